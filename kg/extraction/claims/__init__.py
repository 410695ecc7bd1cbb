"""What can be claimed of papers and notes, a sort of fact to a file; `kg.extraction` lists them in their order."""
