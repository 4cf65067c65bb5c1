"""Version of this package, for modules that must not import the public interface."""

__version__ = "0.2.0"
