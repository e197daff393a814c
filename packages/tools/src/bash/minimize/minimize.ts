import { findCommands } from "@oh-my-pi/pi-policy/commands/find-commands";
import { type NoiseRule, noiseRules } from "./noise-rules.data.ts";

export interface MinimizeOptions {
	/** Ids of rules that are used at all; empty means every one. */
	readonly only?: readonly string[];
	readonly except?: readonly string[];
}

/** So few lines are no noise. */
const minLines = 12;

/** The output of a command that has succeeded without what nobody reads; `undefined` when that would not help. */
export function minimizeOutput(command: string, output: string, options: MinimizeOptions = {}): string | undefined {
	const rules = rulesFor(command, options);
	if (rules.length === 0) return undefined;
	const lines = output.split("\n");
	const isNoise = lines.map((line) => rules.some(({ noise }) => noise.test(line)));
	const left = isNoise.filter(Boolean).length;
	if (left < minLines) return undefined;
	const shown: string[] = [];
	for (let at = 0; at < lines.length; at++) {
		if (!isNoise[at]) {
			shown.push(lines[at] ?? "");
			continue;
		}
		const start = at;
		while (isNoise[at + 1]) at++;
		const count = at - start + 1;
		shown.push(count === 1 ? (lines[at] ?? "") : `[… ${count} lines like: ${(lines[start] ?? "").trim()}]`);
	}
	return shown.join("\n");
}

function rulesFor(command: string, { only = [], except = [] }: MinimizeOptions): NoiseRule[] {
	const calls = findCommands(command).commands.map(({ name, fields }) =>
		[name, ...fields.slice(1).map(({ shown }) => shown)].join(" "),
	);
	return noiseRules.filter(
		({ id, command: pattern }) =>
			(only.length === 0 || only.includes(id)) && !except.includes(id) && calls.some((call) => pattern.test(call)),
	);
}
