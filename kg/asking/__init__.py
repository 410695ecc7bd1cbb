"""From a graph to what people ask of it: things by name, all that is known of one, and facts in words."""
