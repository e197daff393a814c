import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const configFlags = [
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "profile", kind: "string", value: "name", help: "Use a separate set of settings, sessions and keys" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const configUsage = `USAGE
  omp config [list | get | set | reset | unset | path | init-xdg] [key] [value…] [--json]

  omp config list                       every setting with its value
  omp config get theme.dark             the value in force here
  omp config set theme.dark dark-nord   change your own settings
  omp config reset theme.dark           write the default into your settings
  omp config unset theme.dark           remove it from your settings
  omp config set modelRoles.advisor anthropic/claude-haiku-4-5
                                        one entry of a mapping; the others stay. get and unset take it too
  omp config path                       where your settings are
  omp config init-xdg                   create omp's folders in the XDG directories

  Lists and mappings are written as JSON: omp config set cycleOrder '["smol","slow"]'
`;
