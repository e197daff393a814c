import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const gatewayFlags = [
	{ name: "bind", alias: "b", kind: "string", value: "host:port", help: "serve: where to listen (127.0.0.1:4000)" },
	{ name: "no-auth", kind: "boolean", help: "serve: without a token, for programs on this machine only" },
	{ name: "regenerate", kind: "boolean", help: "token: make a new one; the old one is refused at once" },
	{ name: "usd-per-day", kind: "string", value: "amount", help: "key add: what requests with it may cost a day" },
	{ name: "tokens-per-day", kind: "string", value: "n", help: "key add: how many tokens they may use a day" },
	{ name: "strict", kind: "boolean", help: "check: also send a prompt of one token with each credential" },
	{ name: "json", kind: "boolean", help: "Print JSON" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const gatewayHelp = `USAGE
  omp auth-gateway serve [--bind 127.0.0.1:4000] [--no-auth]
  omp auth-gateway token [--regenerate] [--json]
  omp auth-gateway key add <name> [--usd-per-day 5] [--tokens-per-day 1000000] | list | remove <name>  [--json]
  omp auth-gateway status [--json]
  omp auth-gateway check [--strict] [--json]
  omp auth-gateway service [--bind host:port]

  Offers the models behind the broker's logins to other programs, as OpenAI's and Anthropic's APIs and to other omps. No key or
  token of a provider leaves it.
`;
