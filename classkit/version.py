"""The version of this package, for parts that must not import the package's own interface."""

__version__ = "0.2.0"
