# make test runs everything; make check is what a change has to pass.
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
TAGS := sqlite_omit_load_extension,netgo,osusergo

.PHONY: run test check bench dev build generate clean

run:
	go run .

test:
	scripts/test.sh

check:
	scripts/check.sh

bench:
	GOGC=300 go test -p 1 -run '^$$' -bench . -benchmem ./...

dev:
	go tool templ generate --watch --proxy=http://localhost:8080 --cmd='go run .'

build:
	go build -trimpath -tags $(TAGS) -ldflags '-s -w -X main.version=$(VERSION)' -o bin/gpuscale .

generate:
	go tool templ generate -include-version=false

clean:
	rm -rf bin tests/node_modules
