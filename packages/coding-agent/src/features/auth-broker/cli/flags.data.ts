import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const brokerFlags = [
	{ name: "bind", alias: "b", kind: "string", value: "host:port", help: "serve: where to listen (127.0.0.1:8765)" },
	{ name: "regenerate", kind: "boolean", help: "token: make a new one; the old one is refused at once" },
	{ name: "via", kind: "string", value: "user@host", help: "login: on that machine, through ssh" },
	{ name: "provider", kind: "string", value: "id", help: "import: the provider, whatever the file says" },
	{ name: "include-disabled", kind: "boolean", help: "import: also what is marked as disabled" },
	{ name: "from-local", kind: "boolean", help: "migrate: what is stored on this machine" },
	{ name: "include-oauth", kind: "boolean", help: "migrate: logins, too; they end on this machine" },
	{ name: "include-env", kind: "boolean", help: "migrate: keys in variables, too" },
	{ name: "dry-run", kind: "boolean", help: "Only show what would be done" },
	{ name: "json", kind: "boolean", help: "Print JSON" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const brokerHelp = `USAGE
  omp auth-broker serve [--bind 127.0.0.1:8765]
  omp auth-broker token [--regenerate] [--json]
  omp auth-broker login [provider] [--via user@host] [--dry-run]
  omp auth-broker logout [provider]
  omp auth-broker list [--json]
  omp auth-broker import <file|folder> [--provider id] [--include-disabled] [--dry-run] [--json]
  omp auth-broker migrate --from-local [--include-oauth] [--include-env] [--dry-run] [--json]
  omp auth-broker status [--json]
  omp auth-broker service [--bind host:port]

  Keeps the keys and logins of several machines in one place, and refreshes them there. Machines with auth.broker.url use them.
  service prints a systemd unit and a launchd file that run it.
`;
