"""Objects behind one fixed path, as the bridge's manifests need it."""

from rest_framework import generics, mixins, serializers


class Addressed(serializers.Serializer):
    """A body that names one object."""

    id = serializers.IntegerField(min_value=1)


class ByBody(generics.GenericAPIView):
    """A view whose object is named in the body rather than in the path."""

    def get_object(self):
        """Find the object, or answer 400 or 404."""
        addressed = Addressed(data=self.request.data)
        addressed.is_valid(raise_exception=True)
        self.kwargs["pk"] = addressed.validated_data["id"]
        return super().get_object()


class Collection(
    mixins.ListModelMixin,
    mixins.CreateModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ByBody,
):
    """List and create; change and delete the object that the body names."""

    def get(self, request):
        """List a page of objects."""
        return self.list(request)

    def post(self, request):
        """Create an object."""
        return self.create(request)

    def patch(self, request):
        """Change the given fields of an object."""
        return self.partial_update(request)

    def delete(self, request):
        """Delete an object."""
        return self.destroy(request)
