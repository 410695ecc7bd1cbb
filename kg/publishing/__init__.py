"""Files and pages that people and other programs open: exports of the graph, the topic map, reports."""
