"""What the command line and Python share: where the graph is, how it is opened and built, and its map and analyses."""
