import pytest

from ludotheque.web.access import serving


@pytest.fixture(scope="module", autouse=True)
def often() -> object:
    """Servers look after their connections all the time, so that no test waits for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "SWEEP_SECONDS", 0.01)
        yield
