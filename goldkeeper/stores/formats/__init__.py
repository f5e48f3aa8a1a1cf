"""Gold files of other tools: bytes → `References`; `adjudication.references` then finds the chunks."""
