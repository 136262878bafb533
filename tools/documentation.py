"""The documentation site: put together from the repository, and built by Sphinx.

    python -m tools.documentation             build the site, which the server shows at /docs
    python -m tools.documentation --sources   only put its pages together, in build/docs

Nothing is fetched. Pages are the Markdown files that the repository has anyway: guides, rulebooks,
levels, benchmarks. Their links to each other are rewritten for the site; links to what the site
does not have, such as sources, become plain text.
"""

from __future__ import annotations

import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools import notebooks

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "ludotheque" / "games"
STATIC = ROOT / "src" / "ludotheque" / "web" / "static"
STAGING = ROOT / "build" / "docs"
SITE = ROOT / "src" / "ludotheque" / "web" / "site"  # the server looks for it there

#: What pages may show or link to beside each other; it is copied to where it is in the repository.
COPIED = (".png", ".svg", ".json")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\](?:\([^)]*\))?)*)\]\(([^)\s]+)\)")
RULE_NUMBER = re.compile(r"(?<=^- )\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
HOUSE_RULES = re.compile(r"/rules/(\w+)(#.*)?")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
INLINE_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
STYLE_ATTRIBUTE = re.compile(r'(?<=[\w"\s])\sstyle="([^"]*)"(?=[^<>]*>)')
ASSETS = "_static"  # where Sphinx puts scripts and style sheets
ATTRIBUTE_SHEET = "attributes.css"


@dataclass(frozen=True)
class Page:
    title: str
    source: str  # in the repository
    at: str  # on the site

    @property
    def path(self) -> Path:
        return ROOT / self.source

    @property
    def text(self) -> str:
        """The page in Markdown."""
        is_notebook = self.path.suffix == ".ipynb"
        return notebooks.as_markdown(self.path) if is_notebook else self.path.read_text("utf-8")


def same(title: str, source: str) -> Page:
    """A page that is on the site where it is in docs/."""
    return Page(title, source, source.removeprefix("docs/"))


def notebook(title: str, name: str) -> Page:
    return Page(title, f"docs/notebooks/{name}.ipynb", f"notebooks/{name}.md")


def rulebooks() -> Iterator[Page]:
    """The rulebooks of every game in the folder of games, French first."""
    for path in sorted(GAMES.glob("[a-z]*/RULES.fr.md")):
        game, title = path.parent.name, heading(path)
        for code, language in (("fr", "français"), ("en", "English")):
            source = path.with_name(f"RULES.{code}.md").relative_to(ROOT).as_posix()
            yield Page(f"{title} ({language})", source, f"rules/{game}.{code}.md")


def heading(path: Path) -> str:
    """The title of a rulebook: what its first line says before any dash."""
    line = path.read_text("utf-8").splitlines()[0].lstrip("# ")
    return re.split(r"\s+[—–:·]\s+|\s*[,:]\s+", line)[0]


SHARED = "src/ludotheque/games/_race"
SECTIONS: dict[str, list[Page]] = {
    "Notebooks": [
        notebook("First steps", "first_steps"),
        notebook("A bot of your own", "your_own_bot"),
        notebook("Learning to play", "reinforcement_learning"),
        notebook("Balancing an edition", "balancing_an_edition"),
    ],
    "Guides": [
        same("For programs that learn", "docs/RESEARCH.md"),
        same("Other libraries", "docs/ADAPTERS.md"),
        same("The live protocol", "docs/LIVE.md"),
        same("Running a server", "docs/DEPLOY.en.md"),
        same("Installer un serveur", "docs/DEPLOY.fr.md"),
        Page("Fair dice", "src/ludotheque/web/FAIR.en.md", "fair.en.md"),
        Page("Des dés équitables", "src/ludotheque/web/FAIR.fr.md", "fair.fr.md"),
    ],
    "Rulebooks": [
        *rulebooks(),
        Page("The two races compared", f"{SHARED}/EDITIONS.en.md", "rules/editions.en.md"),
        Page("Les deux courses comparées", f"{SHARED}/EDITIONS.fr.md", "rules/editions.fr.md"),
    ],
    "Reference": [
        same("ludotheque", "docs/reference/index.md"),
        same("State", "docs/reference/state.md"),
        same("Simulations and tournaments", "docs/reference/simulation.md"),
        same("Bots", "docs/reference/bots.md"),
        same("Adapters", "docs/reference/adapters.md"),
        same("Records and tables", "docs/reference/table.md"),
        same("Errors", "docs/reference/errors.md"),
    ],
    "Measurements": [
        same("Levels of play", "docs/LEVELS.md"),
        same("A million matches", "docs/ANALYSIS.md"),
        Page("Speed", "bench/RESULTS.md", "bench/RESULTS.md"),
        Page("Live matches", "bench/LIVE.md", "bench/LIVE.md"),
        Page("Streaming", "bench/STREAMING.md", "bench/STREAMING.md"),
        Page("Cold pages", "bench/COLD.md", "bench/COLD.md"),
        Page("Previews", "bench/PREVIEWS.md", "bench/PREVIEWS.md"),
        Page("What blocks the loop", "bench/LOOP_WORK.md", "bench/LOOP_WORK.md"),
        Page("Growth", "bench/GROWTH.md", "bench/GROWTH.md"),
        Page("Soak tests", "bench/SOAK.md", "bench/SOAK.md"),
    ],
    "Project": [
        Page("Architecture", "ARCHITECTURE.md", "ARCHITECTURE.md"),
        Page("Contributing", "CONTRIBUTING.md", "CONTRIBUTING.md"),
        Page("Security", "SECURITY.md", "SECURITY.md"),
        Page("Changelog", "CHANGELOG.md", "CHANGELOG.md"),
    ],
}
HOME = Page("Home", "README.md", "index.md")


def pages() -> list[Page]:
    return [HOME, *(page for section in SECTIONS.values() for page in section)]


def tables_of_contents() -> str:
    """The hidden tables of contents of the first page: what the side bar shows."""
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n"
        + "".join(f"{page.title} <{page.at.removesuffix('.md')}>\n" for page in section)
        + "```\n"
        for caption, section in SECTIONS.items()
    )


def house_address(page: Page, target: str) -> str:
    """Where a link to a page of the server leads; rulebooks are on the site as well."""
    if rules := HOUSE_RULES.fullmatch(target):
        return f"{rules[1]}.{page.at.split('.')[-2]}.html{rules[2] or ''}"
    return target


class Staging:
    """The folder that Sphinx reads: every page with its links rewritten, and what pages show."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.at = {page.path: page.at for page in pages()}

    def write(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for page in pages():
            text = self.text_of(page)
            self._write_text(page.at, text + tables_of_contents() if page == HOME else text)
        for font in (STATIC / "fonts").iterdir():
            self._copy(font, f"assets/fonts/{font.name}")
        self._copy(STATIC / "icon.svg", "assets/icon.svg")
        self._copy(ROOT / "docs" / "site" / "house.css", "assets/house.css")
        self._copy(ROOT / "docs" / "site" / "conf.py", "conf.py")

    def text_of(self, page: Page) -> str:
        """A page's text; links in blocks of code are left alone."""
        text, parts, end = page.text, list[str](), 0
        for fence in FENCE.finditer(text):
            parts += [self._rewritten(text[end : fence.start()], page), fence[0]]
            end = fence.end()
        return "".join([*parts, self._rewritten(text[end:], page)])

    def _rewritten(self, text: str, page: Page) -> str:
        def link(found: re.Match[str]) -> str:
            mark, label, target = found.groups()
            label = LINK.sub(link, label)  # a picture inside a link
            if target.startswith("/"):
                return f'<a href="{house_address(page, target)}">{label}</a>'
            if re.match(r"[a-z]+:|#", target):
                return f"{mark}[{label}]({target})"
            place = self._place_of(page, target)
            return label if place is None else f"{mark}[{label}]({place})"

        return RULE_NUMBER.sub(r'<a id="\1"></a>**\1**', LINK.sub(link, text))

    def _place_of(self, page: Page, target: str) -> str | None:
        """Where a link of a page leads on the site; None if the site does not have it."""
        name, hash_mark, anchor = target.partition("#")
        path = (page.path.parent / name).resolve()
        at = self.at.get(path)
        if at is None and path.suffix in COPIED and path.is_file():
            at = path.relative_to(ROOT).as_posix().removeprefix("docs/")
            self._copy(path, at)
        if at is None:
            return None
        return os.path.relpath(at, Path(page.at).parent).replace(os.sep, "/") + hash_mark + anchor

    def _write_text(self, at: str, text: str) -> None:
        path = self.folder / at
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def _copy(self, path: Path, at: str) -> None:
        copy = self.folder / at
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def build(staging: Path = STAGING, site: Path = SITE) -> None:
    """Build the site beside where it will be, and put it there once it is complete."""
    Staging(staging).write()
    unfinished = staging.with_name("site")
    shutil.rmtree(unfinished, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--quiet", "--fail-on-warning"]
    config = ["--conf-dir", str(staging), "--doctree-dir", str(staging.with_name("doctrees"))]
    subprocess.run([*command, *config, str(staging), str(unfinished)], check=True, cwd=ROOT)
    obey_policy(unfinished)
    shutil.rmtree(site, ignore_errors=True)
    shutil.move(unfinished, site)


def obey_policy(site: Path) -> None:
    """Make pages work under our Content-Security-Policy, which allows no inline script or style.

    Inline scripts become files, at the same place in the page. Style sheets become files that its
    head links to, since a picture cannot link to one; style attributes become rules of another.
    """
    for name in ("objects.inv", ".buildinfo"):
        (site / name).unlink(missing_ok=True)
    for unneeded in site.rglob("*.map"):
        unneeded.unlink()
    rules = dict[str, str]()
    for path in sorted(site.rglob("*.html")):
        page = Rewritten(path, site)
        text = INLINE_SCRIPT.sub(page.script, path.read_text("utf-8"))
        text = INLINE_STYLE.sub(page.style, text)
        text = STYLE_ATTRIBUTE.sub(lambda found: attribute(found, rules), text)
        path.write_text(text.replace("</head>", page.links() + "</head>", 1), "utf-8")
    sheet = "".join(f'[data-style="{name}"] {{ {rule} }}\n' for name, rule in rules.items())
    (site / ASSETS / ATTRIBUTE_SHEET).write_text(sheet, "utf-8")


def attribute(found: re.Match[str], rules: dict[str, str]) -> str:
    """Another attribute in the place of a style, which a rule of the style sheet refers to."""
    name = short_hash(found[1])
    rules[name] = html.unescape(found[1])
    return f' data-style="{name}"'


@dataclass(frozen=True)
class Rewritten:
    """A page whose inline scripts and style sheets are moved into files."""

    path: Path
    site: Path
    sheets: list[str] = field(default_factory=list)

    def script(self, found: re.Match[str]) -> str:
        return f'<script src="{self._moved(found[1], ".js")}"></script>'

    def style(self, found: re.Match[str]) -> str:
        self.sheets.append(self._moved(found[1], ".css"))
        return ""

    def links(self) -> str:
        """References to all style sheets that were moved, and to that of the attributes."""
        sheets = dict.fromkeys([*self.sheets, self._address(ATTRIBUTE_SHEET)])
        return "".join(f'<link rel="stylesheet" href="{each}">' for each in sheets)

    def _moved(self, content: str, suffix: str) -> str:
        name = f"inline-{short_hash(content)}{suffix}"
        (self.site / ASSETS / name).write_text(content, "utf-8")
        return self._address(name)

    def _address(self, name: str) -> str:
        return os.path.relpath(self.site / ASSETS / name, self.path.parent).replace(os.sep, "/")


def short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


if __name__ == "__main__":
    if "--sources" in sys.argv:
        Staging(STAGING).write()
    else:
        build()
