# Every step of .ci/run is a target here, so what CI does can be done by hand.
SHELL := /bin/bash -o pipefail
.DEFAULT_GOAL := help

GOLANGCI_VERSION := 2.15.0
TOOLS     := $(or $(shell go env GOBIN),$(shell go env GOPATH)/bin)
BINARIES  := $(notdir $(wildcard cmd/mcp-*))
ROOMS     := domain ports app adapters cmd test
# Executions, not seconds: a clock that runs out while a worker is busy fails the
# target with nothing found (go.dev/issue/75804, mended in Go 1.27).
FUZZTIME  ?= 20000x
RELEASE   := go run ./cmd/internal/release

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build the binaries into bin/
	CGO_ENABLED=0 go build -trimpath -o bin/ $(BINARIES:%=./cmd/%)

.PHONY: test
test: ## run all tests, under the race detector
	go test -race -count 1 -timeout 15m ./...

.PHONY: race
race: ## run the tests ten times over, for races that seldom show
	go test -race -count 10 -timeout 60m ./app/... ./adapters/...

.PHONY: long
long: ## run what CI runs briefly at full length: 200,000 schemas, 200 kills, 10,000 calls
	go test -count 1 -timeout 30m ./test/differential -rapid.checks=200000
	go test -count 1 -timeout 30m ./test/crash -kills 200
	LOAD_CALLS=10000 go test -count 1 -timeout 30m -run TestLoad ./test/hostile

FOLDER ?= stand-in
.PHONY: stand-in
stand-in: ## serve what stands in for a NetBox to a plugin's author, from FOLDER (stand-in)
	@mkdir -p "$(FOLDER)" && cp --recursive --no-clobber test/peers/drf/. "$(FOLDER)" && \
		cd "$(FOLDER)" && exec /usr/bin/python3 -B stand_in.py

.PHONY: coverage
coverage: ## fail if tests and vectors run less than 95% of the domain's statements
	@profile=$$(mktemp) && trap 'rm -f "$$profile"' EXIT && \
		go test -coverpkg=./domain/... -coverprofile="$$profile" ./domain/... ./test/vectors >/dev/null && \
		go tool cover -func="$$profile" | awk '/^total:/ { print "domain: " $$3; exit $$3 + 0 < 95 }'

.PHONY: mutation
mutation: ## flip every rule of the domain and count the flips that no test notices
	go run ./test/mutation

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (20000x: so many inputs)
	@grep -rEo --include='*_test.go' --exclude-dir=node_modules '^func Fuzz\w+' $(ROOMS) | \
	sed -E 's|(.*)/[^/]+:func (.*)|\1 \2|' | while read -r package target; do \
		echo "$$package $$target"; \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "./$$package" || exit 1; \
	done

.PHONY: fuzz-long
fuzz-long: ## run every fuzz target on five million inputs
	@$(MAKE) --no-print-directory fuzz FUZZTIME=5000000x

.PHONY: conformance
conformance: ## run the MCP conformance suite and the inspector against the binaries
	@# Not npm ci: an optional Windows package of the lock is in no registry that CI reaches.
	cd test/conformance && npm install --no-save --ignore-scripts --no-audit --no-fund
	go test -tags conformance -count 1 -timeout 10m ./test/conformance

.PHONY: tidy
tidy: ## fail if go.mod or go.sum is not tidy
	go mod tidy -diff

.PHONY: format
format: ## fail if a file is not formatted
	@unformatted=$$(gofmt -l $(ROOMS:%=./%)); test -z "$$unformatted" || { echo "not formatted: $$unformatted"; exit 1; }

.PHONY: vet
vet: ## run go vet
	go vet -tags conformance ./...

.PHONY: lint
lint: ## run golangci-lint, which is installed if this version is missing
	@$(TOOLS)/golangci-lint version --short 2>/dev/null | grep -qFx $(GOLANGCI_VERSION) || \
		go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v$(GOLANGCI_VERSION)
	$(TOOLS)/golangci-lint run --allow-parallel-runners

.PHONY: generate
generate: ## write the mocks and the injectors anew
	go generate ./ports/...
	go tool wire ./cmd/...

.PHONY: check-generated
check-generated: ## fail if the mocks or the injectors are stale
	@before=$$(mktemp -d) && trap 'rm -rf "$$before"' EXIT && cp -r ports/portsmock "$$before" && \
		go generate ./ports/... && diff -r "$$before/portsmock" ports/portsmock
	go tool wire diff ./cmd/...

.PHONY: docs
docs: ## write the generated documentation and the golden files anew
	go test ./adapters/config ./adapters/mcpserver ./adapters/prometheus ./cmd/mcp-bridge ./test/docs -update
	go test ./test/e2e -run TestCommandOutputs -update

.PHONY: performance
performance: ## measure beside the alternatives and write docs/performance.md; takes minutes
	go run ./test/bench/report docs/performance.md

.PHONY: cross
cross: ## build every binary for every platform, as it is released, into bin/cross
	$(RELEASE) -out bin/cross binaries

.PHONY: release
release: ## make all that a release publishes into dist/
	rm -rf dist
	$(RELEASE)

.PHONY: mcpb
mcpb: ## make the MCP bundles into dist/
	$(RELEASE) bundles

.PHONY: sbom
sbom: ## make the bills of materials into dist/
	$(RELEASE) sboms

.PHONY: reproducible
reproducible: ## make the release for every platform twice, with empty caches, and compare (slow)
	go test -count 1 -timeout 2h -v -run TestTheSameSourceMakesTheSameBytes ./test/release -cold

.PHONY: ci
ci: ## do what CI does
	.ci/run
