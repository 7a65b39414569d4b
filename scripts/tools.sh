# Finds or installs what the tests need beside Go. Sourced by test.sh; it leaves in
# $missing one line for everything that is not there, with the way to get it.
missing=""

lack() { missing="$missing
  $1"; }

debian() { command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; }

# packages installs Debian or Ubuntu packages; the lock may be held by a start-up job.
packages() {
	debian || return 1
	echo "Installing $*"
	[ -n "${apt_updated:-}" ] || apt-get -o DPkg::Lock::Timeout=300 -qq update >/dev/null || return 1
	apt_updated=yes
	DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq install -y --no-install-recommends "$@" >/dev/null
}

have_browser() {
	local name
	for name in "${GPUSCALE_TEST_BROWSER:-}" chromium chromium-browser google-chrome; do
		[ -n "$name" ] && command -v "$name" >/dev/null && return 0
	done
	return 1
}

have_font() { command -v fc-list >/dev/null && fc-list :lang=zh | grep -q .; }

have_postgres() {
	[ -n "${GPUSCALE_TEST_PG:-}" ] || command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

install_postgres() {
	debian || return 1
	# The tests start servers of their own; the package's cluster is not wanted.
	mkdir -p /etc/postgresql-common
	[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
	packages postgresql
}

have_axe() { [ -f tests/node_modules/axe-core/axe.min.js ]; }

install_axe() {
	command -v npm >/dev/null || packages nodejs npm || return 1
	npm ci --prefix tests --no-audit --no-fund --silent
}

command -v gcc >/dev/null || packages gcc libc6-dev || { echo "A C compiler is needed to build SQLite: install gcc." >&2; exit 1; }
have_browser || packages chromium || true
have_browser || lack "browser tests: no Chromium (apt-get install chromium, or set GPUSCALE_TEST_BROWSER)"
have_font || packages fontconfig fonts-wqy-microhei || true
have_font || lack "browser tests with Chinese glyphs: no CJK font (apt-get install fonts-wqy-microhei)"
have_postgres || install_postgres || true
have_postgres || lack "PostgreSQL tests: no server (apt-get install postgresql, or set GPUSCALE_TEST_PG to a postgres:// URL)"
have_axe || install_axe || true
have_axe || lack "accessibility tests: no axe-core (install Node with npm, then npm ci --prefix tests)"
