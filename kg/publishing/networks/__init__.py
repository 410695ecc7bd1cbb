"""The graph as a network of things: files for Gephi, spreadsheets, data frames and Neo4j."""
