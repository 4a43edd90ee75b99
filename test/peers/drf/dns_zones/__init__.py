"""A plugin that knows the DNS zones and tells name servers about them."""
