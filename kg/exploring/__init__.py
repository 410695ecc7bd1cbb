"""Pages to explore a graph with: things, notes, topics, questions. The processes that run queries make them."""
