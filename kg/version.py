"""The version of kg, in a module that imports nothing: what writes files names it, and packaging reads it."""

__version__ = "0.2.0"
