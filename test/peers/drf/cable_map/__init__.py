"""A plugin that knows which cable runs between which racks."""
