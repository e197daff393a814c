import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const relayFlags = [
	{ name: "bind", kind: "string", value: "address", help: "Where to listen; 127.0.0.1:7475 by default" },
	{ name: "host", kind: "list", value: "name", help: "Another name it is reached under, through a proxy" },
	{ name: "token-file", kind: "string", value: "path", help: "A file with the token that hosts need" },
	{ name: "shares", kind: "string", value: "folder", help: "Where sealed sessions are kept" },
	{ name: "log", kind: "boolean", help: "Write an access log, a line of JSON each" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];
