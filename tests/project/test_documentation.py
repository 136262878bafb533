"""The documentation site: its pages exist, its links lead somewhere, and it obeys our policy."""

import pkgutil
import re
from pathlib import Path

import pytest

import ludotheque
from tools import documentation, notebooks
from tools.documentation import LINK, ROOT, Staging, obey_policy, pages

REFERENCES = re.findall(
    r"^\.\. auto(?:function|class|module):: ([\w.]+)$",
    "".join(path.read_text("utf-8") for path in (ROOT / "docs" / "reference").glob("*.md")),
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    Staging(folder).write()
    return folder


def test_every_page_of_the_navigation_is_a_file_and_no_two_share_a_place() -> None:
    assert [page.source for page in pages() if not page.path.is_file()] == []
    assert len({page.at for page in pages()}) == len(pages())


def test_every_guide_and_rulebook_is_in_the_navigation() -> None:
    sources = {page.source for page in pages()}
    guides = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")}
    guides |= {path.relative_to(ROOT).as_posix() for path in notebooks.paths()}
    assert guides <= sources
    for name in ludotheque.games():
        folder = ludotheque.game(name).folder.relative_to(ROOT).as_posix()
        assert {f"{folder}/RULES.fr.md", f"{folder}/RULES.en.md"} <= sources


def test_every_link_between_pages_leads_to_a_file(staged: Path) -> None:
    broken = [
        f"{page.at}: {target}"
        for page in pages()
        for _, _, target in LINK.findall((staged / page.at).read_text("utf-8"))
        if not re.match(r"[a-z]+:|#|/", target)
        and not (staged / page.at).parent.joinpath(target.partition("#")[0]).resolve().is_file()
    ]
    assert broken == []


def test_a_link_to_a_source_becomes_plain_text(staged: Path) -> None:
    assert "(examples/client.py)" in (ROOT / "README.md").read_text("utf-8")
    assert "client.py" not in (staged / "index.md").read_text("utf-8")


def test_rules_that_editions_refer_to_have_anchors(staged: Path) -> None:
    found = re.findall(
        r'<a href="(\w+)\.fr\.html#([A-Z]+-\d+)">',
        (staged / "rules" / "editions.fr.md").read_text("utf-8"),
    )
    assert found
    for game, number in found:
        assert f'<a id="{number}">' in (staged / "rules" / f"{game}.fr.md").read_text("utf-8")


@pytest.mark.parametrize("name", REFERENCES)
def test_what_the_reference_describes_exists(name: str) -> None:
    if name.startswith("ludotheque.adapters."):
        library = name.split(".")[2]
        pytest.importorskip({"openspiel": "pyspiel", "tensor": "numpy"}.get(library, library))
    assert pkgutil.resolve_name(name)


def test_pages_are_left_without_inline_scripts_and_styles(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "rules").mkdir()
    page = tmp_path / "rules" / "a.html"
    page.write_text(
        "<head><style>p { color: red }</style></head><script>go('<')</script>"
        '<script src="x.js"></script><i style="opacity: 50%">style="kept"</i>'
    )
    obey_policy(tmp_path)
    text = page.read_text()
    assert not re.search(r"<script>|<style|<[^>]*\sstyle=", text)
    (script,) = re.findall(r'<script src="\.\./(_static/inline-\w+\.js)">', text)
    (sheet,) = re.findall(r'href="\.\./(_static/inline-\w+\.css)">', text.partition("</head>")[0])
    assert (tmp_path / script).read_text() == "go('<')"
    assert (tmp_path / sheet).read_text() == "p { color: red }"
    assert "{ opacity: 50% }" in (tmp_path / "_static" / documentation.ATTRIBUTE_SHEET).read_text()
    assert 'style="kept"' in text
