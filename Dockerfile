# The bridge in a container: one image for clients that start it over standard
# input and output, one for the HTTP service.
#
#   docker build --target stdio --tag mcp-bridge .
#   docker build --target http --tag mcp-bridge-http .
#
# Images are named by digest, so a build today and one next year start alike.

FROM --platform=$BUILDPLATFORM golang:1.26.8-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d AS build
ARG TARGETOS=linux
ARG TARGETARCH=amd64
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The programs are the release's own, byte for byte.
RUN go run ./cmd/internal/release -out /out -platforms "$TARGETOS/$TARGETARCH" binaries \
 && mkdir /out/state

FROM gcr.io/distroless/static-debian12:nonroot@sha256:afa5c872c891853ca7fcf1f12c3edb23f7eeef36189728842dd51042ff57f7ab AS runtime
# The MCP registry takes an image only for the server whose name it bears.
LABEL io.modelcontextprotocol.server.name="io.github.example/mcp-bridge" \
      org.opencontainers.image.title="MCP Bridge" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build --chown=65532:65532 /out/state /var/lib/mcp-bridge
COPY --from=build /src/LICENSE /usr/share/doc/mcp-bridge/
# The journal must outlive the container: mount a volume here.
ENV BRIDGE_JOURNAL=sqlite:/var/lib/mcp-bridge/journal.db
USER 65532:65532

FROM runtime AS http
# The operators' command is there for docker exec.
COPY --from=build /out/binaries/*/mcp-bridge-http /out/binaries/*/mcp-bridge /usr/local/bin/
ENTRYPOINT ["/usr/local/bin/mcp-bridge-http"]

FROM runtime AS stdio
COPY --from=build /out/binaries/*/mcp-bridge-stdio /usr/local/bin/
ENTRYPOINT ["/usr/local/bin/mcp-bridge-stdio"]
