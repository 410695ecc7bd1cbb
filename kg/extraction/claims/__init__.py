"""What can be claimed of a paper, one kind to a file; `kg.extraction` lists them in their order."""
