"""What NetBox itself brings: tokens, permissions, paging, the plugin listing."""
