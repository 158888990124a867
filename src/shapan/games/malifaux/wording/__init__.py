"""Words for cards that bring none: what their effects do, made of one template for each operation and selector."""
