"""The rules, one to a file; `kg.extraction` lists them in their order. No rule imports a rule."""
