"""Reads a requirements file, and reports lines that are not pinned or do not belong in it."""

import re
from collections.abc import Iterator

PIN = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;]+)(?:\s*;[^\\]*)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def entries(text: str) -> Iterator[list[str]]:
    """Each requirement as its lines: what is wanted, then its hashes."""
    joined = text.replace("\\\n", "\n\\")
    entry: list[str] = []
    for line in joined.splitlines():
        if entry and not line.startswith("\\"):
            yield entry
            entry = []
        stripped = line.lstrip("\\").strip()
        if stripped and not stripped.startswith("#"):
            entry.append(stripped)
    if entry:
        yield entry


def pins(text: str) -> dict[str, str]:
    """The version of each package, by its normal name."""
    found = (PIN.fullmatch(wanted) for wanted, *_ in entries(text))
    return {normal(pin[1]): pin[2] for pin in found if pin}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def complaints(text: str) -> list[str]:
    """A sentence for everything but exact versions with hashes, and for every address."""
    found = [f"an address: {line}" for line in text.splitlines() if "://" in line]
    for wanted, *hashes in entries(text):
        if not PIN.fullmatch(wanted):
            found.append(f"not an exact version: {wanted}")
        elif not hashes:
            found.append(f"no hash: {wanted}")
        found += [f"not a hash: {each}" for each in hashes if not HASH.fullmatch(each)]
    return found
