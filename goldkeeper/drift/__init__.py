"""What is seen of each gold chunk at head. Facts only, no guess."""
