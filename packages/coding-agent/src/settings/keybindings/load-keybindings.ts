import type { ActionTable, KeyOverrides } from "@oh-my-pi/pi-tui/input/keymap";
import { formerActions } from "./former-actions.data.ts";
import { type KeyFile, readKeyFile } from "./read-key-file.ts";

export interface Keybindings {
	/** What the user's files say, ready for `buildKeymap`. */
	readonly overrides: KeyOverrides;
	/** Files and entries that make no sense, a sentence each with file and line. */
	readonly problems: readonly string[];
	/** Which file gave an action its keys, and under which name. */
	readonly sources: ReadonlyMap<string, KeySource>;
}

export interface KeySource {
	readonly file: KeyFile;
	readonly writtenAs: string;
}

/** The user's keys: those of the default profile, and over them those of the profile in use. */
export async function loadKeybindings(
	folders: { readonly agentDir: string; readonly defaultAgentDir: string },
	actions: ActionTable,
): Promise<Keybindings> {
	const { agentDir, defaultAgentDir } = folders;
	const files = await Promise.all([
		...(defaultAgentDir === agentDir ? [] : [readKeyFile(defaultAgentDir, { readOnly: true })]),
		readKeyFile(agentDir, { readOnly: false }),
	]);
	const overrides: Record<string, string | readonly string[]> = {};
	const sources = new Map<string, KeySource>();
	const problems: string[] = [];
	for (const file of files) {
		if (!file) continue;
		if ("problem" in file) {
			problems.push(file.problem);
			continue;
		}
		for (const [writtenAs, value] of Object.entries(file.bindings)) {
			const action = currentName(writtenAs, actions);
			const chords = readChords(value);
			if (chords) {
				overrides[action] = chords;
				sources.set(action, { file, writtenAs });
			} else {
				problems.push(
					`${await placeIn(file, writtenAs)}: ${writtenAs} must be a key such as ctrl+k, a list of keys, or [] for none`,
				);
			}
		}
	}
	return { overrides, problems, sources };
}

/** `file:line` of an entry. */
export async function placeIn(file: KeyFile, writtenAs: string): Promise<string> {
	const { findYamlLine } = await import("@oh-my-pi/pi-utils/find-yaml-line");
	const line = findYamlLine(file.text, [[writtenAs]]);
	return line === undefined ? file.path : `${file.path}:${line}`;
}

/** A name without a scope is an old one: a known one, or the end of exactly one action's name. */
function currentName(name: string, actions: ActionTable): string {
	if (name.includes(".") || Object.hasOwn(actions, name)) return name;
	if (Object.hasOwn(formerActions, name)) return formerActions[name] ?? name;
	const ending = Object.keys(actions).filter((action) => action.endsWith(`.${name}`));
	return ending.length === 1 ? (ending[0] ?? name) : name;
}

/** A bare digit is a number to YAML and a key to us. */
function readChords(value: unknown): string | readonly string[] | undefined {
	if (typeof value === "string" || typeof value === "number") return String(value);
	if (value === null) return [];
	if (!Array.isArray(value)) return undefined;
	const chords = value.map((chord) => (typeof chord === "number" ? String(chord) : chord));
	return chords.every((chord) => typeof chord === "string") ? chords : undefined;
}
