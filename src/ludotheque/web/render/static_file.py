"""What is sent of a static file: read and compressed once, without our comments.

Comments are a sixth of what our scripts and style sheets take, compressed; they are for whoever
reads the sources.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

MOST_FILES = 512  # kept; there are about two hundred
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
OTHER_TYPE = "text/plain"
PACKED_ALREADY = (".png", ".woff2")
#: Folders and names of what others have made, which is served as it is.
VENDORED = re.compile(r"/(?:lit-html|noble|site)/|\.min\.js$")
#: A comment at the end of a line, or one that has its lines to itself.
SHEET_COMMENT = re.compile(r"[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


@dataclass(frozen=True)
class StaticFile:
    body: bytes
    packed: bytes | None  # by gzip; None where that would not make it smaller
    etag: str
    media_type: str


def static_file(path: Path) -> StaticFile:
    """A file as it is served. One that has been changed is read again."""
    status = path.stat()
    return read(path, status.st_mtime_ns, status.st_size)


@lru_cache(MOST_FILES)
def read(path: Path, changed: int, size: int) -> StaticFile:
    return served(trimmed(path, path.read_bytes()), path.suffix)


@lru_cache(MOST_FILES)
def served(body: bytes, suffix: str) -> StaticFile:
    """Some bytes as a file with this suffix is served."""
    packed = None if suffix in PACKED_ALREADY else gzip.compress(body, 9, mtime=0)
    if packed is not None and len(packed) >= len(body):
        packed = None
    etag = f'"{sha256(body).hexdigest()[:12]}"'
    return StaticFile(body, packed, etag, MEDIA_TYPES.get(suffix, OTHER_TYPE))


def trimmed(path: Path, body: bytes) -> bytes:
    """The file without comments, if it is a script or a style sheet of ours."""
    if VENDORED.search(path.as_posix()):
        return body
    if path.suffix == ".js":
        return without_comments(body.decode()).encode()
    if path.suffix == ".css":
        return INDENT.sub("", SHEET_COMMENT.sub("", body.decode())).encode()
    return body


def without_comments(script: str) -> str:
    """A script without the lines that hold nothing but a comment.

    Lines of a template literal stay: a backtick opens or closes one.
    """
    kept, in_template = [], False
    for line in script.splitlines(keepends=True):
        if in_template or not line.lstrip().startswith("//"):
            kept.append(line)
            in_template ^= bool(line.count("`") % 2)
    return "".join(kept)
