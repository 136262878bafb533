"""The elements of a table's markup, and what no markup of ours has."""

from collections import Counter

from ..html import Page

Element = tuple[str, dict[str, str]]  # tag, attributes


def elements(html: str) -> list[Element]:
    return [(each.tag, each.attributes) for each in Page(html).elements]


def check_content_security_policy(html: str) -> set[str]:
    """No style, no script that runs, no handler in the markup; every id once. Returns the ids."""
    found = elements(html)
    for tag, attributes in found:
        assert tag != "style"
        assert tag != "script" or attributes["type"] == "application/json"
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
    ids = Counter(attributes["id"] for _, attributes in found if "id" in attributes)
    assert set(ids.values()) == {1}
    return set(ids)
