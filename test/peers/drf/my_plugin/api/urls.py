"""The plugin's API, which does not know of the bridge yet."""

from netbox.api.routers import NetBoxRouter

router = NetBoxRouter()

urlpatterns = router.urls
