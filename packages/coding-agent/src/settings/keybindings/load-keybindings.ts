import type { ActionTable, KeyOverrides } from "@oh-my-pi/pi-tui/input/keymap";
import { formerActions } from "./former-actions.data.ts";
import { type KeyFile, readKeyFile } from "./read-key-file.ts";

export interface Keybindings {
	/** Input of `buildKeymap` from the user's files. */
	readonly overrides: KeyOverrides;
	/** Messages about invalid files and entries, with file and line. */
	readonly problems: readonly string[];
	/** File and name from which an action got its keys. */
	readonly sources: ReadonlyMap<string, KeySource>;
}

export interface KeySource {
	readonly file: KeyFile;
	readonly writtenAs: string;
}

/** The user's keys: those of the default profile, overridden by those of the current profile. */
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
	const { findYamlLine } = await import("@oh-my-pi/pi-utils/config/find-yaml-line");
	const line = findYamlLine(file.text, [[writtenAs]]);
	return line === undefined ? file.path : `${file.path}:${line}`;
}

/** Maps an old name without a scope: a known one, or the suffix of exactly one action. */
function currentName(name: string, actions: ActionTable): string {
	if (name.includes(".") || Object.hasOwn(actions, name)) return name;
	if (Object.hasOwn(formerActions, name)) return formerActions[name] ?? name;
	const ending = Object.keys(actions).filter((action) => action.endsWith(`.${name}`));
	return ending.length === 1 ? (ending[0] ?? name) : name;
}

/** YAML parses a digit key as a number. */
function readChords(value: unknown): string | readonly string[] | undefined {
	if (typeof value === "string" || typeof value === "number") return String(value);
	if (value === null) return [];
	if (!Array.isArray(value)) return undefined;
	const chords = value.map((chord) => (typeof chord === "number" ? String(chord) : chord));
	return chords.every((chord) => typeof chord === "string") ? chords : undefined;
}
