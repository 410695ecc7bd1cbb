"""What each command of `kg` does once its arguments are read; `kg.cli` imports a module here when it is called for."""
