#!/usr/bin/env bash
# What a change has to pass: format, generated files, vet, staticcheck and the tests
# with the race detector.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
if [ -n "$unformatted" ]; then
	printf 'not formatted (gofmt -w):\n%s\n' "$unformatted"
	exit 1
fi
go tool templ fmt -fail views

before=$(git ls-files -co --exclude-standard '*_templ.go' | xargs sha256sum)
go tool templ generate -include-version=false >/dev/null 2>&1
after=$(git ls-files -co --exclude-standard '*_templ.go' | xargs sha256sum)
if [ "$before" != "$after" ]; then
	echo "generated files were stale; they are fresh now, commit them"
	exit 1
fi
go vet -tags browser ./...
go tool staticcheck -tags browser ./...
go test -race -shuffle=on -timeout 20m ./...
