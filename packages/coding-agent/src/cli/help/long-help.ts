import type { CliStyle } from "../../process/terminal/style.ts";
import type { CommandEntry } from "../../startup/command-entry.ts";
import { type FlagDefinition, flagGroups, launchFlags } from "../../startup/flags.data.ts";
import { environment } from "./environment.data.ts";
import { flagUsage, rows } from "./flag-rows.ts";
import { toolSummaries } from "./tools.data.ts";

/** Help topics, in order. */
export const helpTopics = ["usage", "arguments", "flags", "examples", "commands", "environment", "tools"] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** The whole help, or one topic. */
export function longHelp(commands: readonly CommandEntry[], style: CliStyle, only?: HelpTopic): string {
	const parts: Readonly<Record<HelpTopic, () => string[]>> = {
		usage: () => [style.heading("Usage"), "  omp [flags] [messages…] [@files…]", "  omp <command> [flags]"],
		arguments: () => [style.heading("Arguments"), ...rows(argumentRows)],
		flags: () => [
			style.heading("Flags"),
			...flagGroups.flatMap((group) => [`  ${group}`, ...flagRows((flag) => flag.group === group && !flag.notYet)]),
			"  Not available yet",
			...flagRows(({ notYet }) => notYet !== undefined),
		],
		examples: () => [style.heading("Examples"), ...rows(examples)],
		commands: () => [
			style.heading("Commands"),
			...rows(commands.map(({ name, summary }) => [name, summary])),
			"  Each has its own help: omp <command> --help",
		],
		environment: () => [
			style.heading("Environment variables"),
			...environment.flatMap(({ about, variables }) => [`  ${about}`, ...rows(variables)]),
		],
		tools: () => [style.heading("Tools, for --tools"), ...rows(toolSummaries)],
	};
	const shown = only ? [only] : helpTopics;
	const about = only ? [] : [`Topics: ${helpTopics.join(", ")} (omp --help <topic>)`, ""];
	return [...about, shown.map((topic) => parts[topic]().join("\n")).join("\n\n"), ""].join("\n");
}

function flagRows(isMeant: (flag: FlagDefinition) => boolean): string[] {
	const flags: readonly FlagDefinition[] = launchFlags;
	const words = ({ help, values }: FlagDefinition) => `${help}${values ? ` (${values.join(", ")})` : ""}`;
	const shown = flags.filter(isMeant);
	return rows(shown.map((flag): [string, string] => [flagUsage(flag), words(flag)]));
}

const argumentRows: ReadonlyArray<readonly [string, string]> = [
	["messages…", "Each is a separate prompt, sent after the previous reply"],
	["@files…", "Text, images and folders to attach to the first message"],
	["--", "Everything after it is a message"],
	["(piped text)", "Prepended to the first message, or the prompt itself"],
];

const examples: ReadonlyArray<readonly [string, string]> = [
	["omp", "start a session here"],
	['omp "fix the failing test"', "start with a request"],
	['omp -p "what does this do?" @a.ts', "answer once and exit"],
	['git diff | omp -p "review this"', "read the request from a pipe"],
	["omp -c", "continue the last session of this folder"],
	["omp --resume", "choose a session to resume"],
	['omp --model slow "plan the migration"', "another model, by role or by name"],
	["omp --export session.jsonl", "a session as one HTML page"],
	["omp -- --why", "a message that begins with a dash"],
];
