"""What is said where the library of an adapter is not installed."""


def not_installed(library: str, extra: str) -> ImportError:
    return ImportError(
        f"{library} is not installed; it comes with: pip install 'ludotheque[{extra}]'"
    )
