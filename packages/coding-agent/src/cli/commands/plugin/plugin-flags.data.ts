import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const pluginFlags = [
	{
		name: "scope",
		kind: "string",
		value: "scope",
		values: ["user", "project"],
		help: "For you everywhere (user), or for this project",
	},
	{ name: "force", alias: "f", kind: "boolean", help: "Install again although it is there" },
	{ name: "dry-run", kind: "boolean", help: "Only say what would be installed" },
	{ name: "allow-scripts", kind: "boolean", help: "Let packages run their install scripts" },
	{ name: "enable", kind: "list", value: "feature", help: "features: switch one on" },
	{ name: "disable", kind: "list", value: "feature", help: "features: switch one off" },
	{ name: "set", kind: "string", value: "a,b", help: "features: exactly these" },
	{ name: "fix", kind: "boolean", help: "doctor: repair what can be repaired" },
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const pluginUsage = `USAGE
  omp plugin [list]                      What is installed
  omp plugin install <what…>             npm package, git repository, folder (linked), tarball or name@marketplace;
                                         features in brackets: pkg[a,b], pkg[*], pkg[]
  omp plugin uninstall <name>
  omp plugin link <folder>               Use a plugin from where it is
  omp plugin enable|disable <name>
  omp plugin features <name> [--enable f] [--disable f] [--set a,b]
  omp plugin config list|get|set|delete|validate <name> [key] [value]
  omp plugin doctor [--fix]
  omp plugin marketplace add <source> | remove <name> | update [name] | list
  omp plugin discover [words]            Search the marketplaces
  omp plugin upgrade [name@marketplace]

  omp install <what…> is the same as omp plugin install.
`;
