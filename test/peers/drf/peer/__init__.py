"""NetBox's own part: tokens, permissions, paging, the plugin listing."""
