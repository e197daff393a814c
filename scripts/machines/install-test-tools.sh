#!/usr/bin/env bash
# Installs what tests need and a fresh machine lacks: Debian packages, and npm packages in folders of their own. Safe to repeat.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The programs that tests name in requires(…), each with its package.
missing=()
while read -r program package; do
	command -v "$program" >/dev/null || missing+=("$package")
done < <(node -e '
	const packages = require("./packages/testkit/src/debian-packages.json");
	for (const [program, name] of Object.entries(packages)) console.log(program, name);
')
# What is no program.
[[ -e /usr/include/stdio.h ]] || missing+=(libc6-dev)
python3 -c 'import debugpy' 2>/dev/null || missing+=(python3-debugpy)

if ((${#missing[@]} > 0)); then
	as_root=()
	[[ $EUID -eq 0 ]] || as_root=(sudo)
	"${as_root[@]}" apt-get update -qq
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

# Published extensions, without their peers: those are the packages of the reference.
npm ci --prefix test/published --legacy-peer-deps --ignore-scripts --omit=optional --no-audit --no-fund

# Language servers.
npm ci --prefix test/language-servers --ignore-scripts --no-audit --no-fund

# The S3 server that the fleet's store is tested with.
npm ci --prefix test/fleet-servers --ignore-scripts --no-audit --no-fund

# The conformance suite and the inspector of MCP, with the Node they want.
npm ci --prefix test/conformance --ignore-scripts --no-audit --no-fund
