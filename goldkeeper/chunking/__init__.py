"""Source bytes → chunks: languages, grammars, symbols, digests. Pure; the one door to tree-sitter."""
