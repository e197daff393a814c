import type { CliStyle } from "../../process/style.ts";
import { type FlagDefinition, flagGroups, launchFlags } from "../../startup/flags.data.ts";
import type { CommandEntry } from "../command-entry.ts";
import { environment } from "./environment.data.ts";
import { flagUsage, rows } from "./flag-rows.ts";
import { toolSummaries } from "./tools.data.ts";

/** What can be asked for by name, in the order the whole help shows it. */
export const helpTopics = ["usage", "arguments", "flags", "examples", "commands", "environment", "tools"] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** Everything about the command line, or one part of it. */
export function longHelp(commands: readonly CommandEntry[], style: CliStyle, only?: HelpTopic): string {
	const parts: Readonly<Record<HelpTopic, () => string[]>> = {
		usage: () => [style.heading("Usage"), "  omp [flags] [messages…] [@files…]", "  omp <command> [flags]"],
		arguments: () => [style.heading("Arguments"), ...rows(argumentRows)],
		flags: () => [style.heading("Flags"), ...flagGroups.flatMap((group) => [`  ${group}`, ...flagsOf(group)])],
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

function flagsOf(group: string): string[] {
	const flags: readonly FlagDefinition[] = launchFlags;
	const words = (flag: FlagDefinition) => (flag.values ? `${flag.help} (${flag.values.join(", ")})` : flag.help);
	const own = flags.filter((flag) => flag.group === group);
	return rows(own.map((flag): [string, string] => [flagUsage(flag), words(flag)]));
}

const argumentRows: ReadonlyArray<readonly [string, string]> = [
	["messages…", "Each is a prompt of its own, sent when the one before is answered"],
	["@files…", "Text, images and folders that go with the first message"],
	["--", "What follows are messages, whatever they look like"],
	["(piped text)", "Goes before the first message, or is the prompt"],
];

const examples: ReadonlyArray<readonly [string, string]> = [
	["omp", "start a session here"],
	['omp "fix the failing test"', "start with a request"],
	['omp -p "what does this do?" @a.ts', "answer once and exit"],
	['git diff | omp -p "review this"', "read the request from a pipe"],
	["omp -c", "go on with the last session of this folder"],
	["omp --resume", "choose a session to go on with"],
	['omp --model slow "plan the migration"', "another model, by role or by name"],
	["omp --export session.jsonl", "a session as one HTML page"],
	["omp -- --why", "a message that begins with a dash"],
];
