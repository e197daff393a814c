import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const statsFlags = [
	{ name: "port", alias: "p", kind: "string", value: "number", help: "Port of the dashboard; 3847 by default" },
	{ name: "summary", alias: "s", kind: "boolean", help: "Print a summary instead" },
	{ name: "json", alias: "j", kind: "boolean", help: "Print one JSON document instead" },
	{
		name: "range",
		alias: "r",
		kind: "string",
		value: "time",
		help: "Of -s and -j: 1h, 24h, 7d, 30d, 90d or all (the default)",
	},
	{ name: "profile", kind: "string", value: "name", help: "The sessions of a profile" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];
