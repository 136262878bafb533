"""The version of the package, in its lowest layer, so that every layer can import it."""

__version__ = "0.1.0"
