#!/usr/bin/env bash
# Runs every test: unit, database (SQLite and PostgreSQL) and browser. What cannot
# be installed here is named and left out, and only that.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/tools.sh
status=0
go test -tags browser -timeout 20m ./... || status=$?
if [ -n "$missing" ]; then
	printf '\nLeft out, because it could not be installed here:%s\n' "$missing"
fi
exit "$status"
