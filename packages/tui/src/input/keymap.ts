import { parseChord } from "./chord.ts";
import { chordReadings } from "./parse-key.ts";

export interface ActionDefinition {
	readonly chords: readonly string[];
	readonly summary: string;
}

export type ActionTable = Readonly<Record<string, ActionDefinition>>;

/** User bindings: action → chord or chords; an empty list unbinds the action. */
export type KeyOverrides = Readonly<Record<string, string | readonly string[]>>;

export type KeymapWarning =
	| { readonly kind: "unknown-action"; readonly action: string }
	| { readonly kind: "bad-chord"; readonly action: string; readonly chord: string }
	| { readonly kind: "conflict"; readonly chord: string; readonly actions: readonly string[] };

/** Maps keys to actions. */
export interface Keymap {
	/** Whether this input is bound to the action. */
	matches(data: string, action: string): boolean;
	/** All actions bound to this input. */
	actionsFor(data: string): readonly string[];
	/** The chords of an action, preferred one first. */
	chordsFor(action: string): readonly string[];
}

/** A chord that a user assigns to one action is removed from every action that only has it by default. */
export function buildKeymap(
	definitions: ActionTable,
	overrides: KeyOverrides = {},
): { keymap: Keymap; warnings: readonly KeymapWarning[] } {
	const warnings: KeymapWarning[] = [];
	const chosen = readOverrides(definitions, overrides, warnings);
	const taken = new Set([...chosen.values()].flat());
	const chords = new Map<string, readonly string[]>();
	for (const [action, definition] of Object.entries(definitions)) {
		const userChords = chosen.get(action);
		const defaults = definition.chords.map((chord) => parseChord(chord) ?? chord);
		chords.set(action, userChords ?? defaults.filter((chord) => !taken.has(chord)));
	}
	return { keymap: createKeymap(chords), warnings };
}

function readOverrides(
	definitions: ActionTable,
	overrides: KeyOverrides,
	warnings: KeymapWarning[],
): Map<string, readonly string[]> {
	const chosen = new Map<string, readonly string[]>();
	const users = new Map<string, string[]>();
	for (const [action, value] of Object.entries(overrides)) {
		if (!Object.hasOwn(definitions, action)) {
			warnings.push({ kind: "unknown-action", action });
			continue;
		}
		const chords: string[] = [];
		const written: readonly string[] = typeof value === "string" ? [value] : value;
		for (const text of written) {
			const chord = parseChord(text);
			if (!chord) warnings.push({ kind: "bad-chord", action, chord: text });
			else if (!chords.includes(chord)) chords.push(chord);
		}
		// A list without any valid chord is a mistake, not a request to unbind.
		if (chords.length === 0 && written.length > 0) continue;
		chosen.set(action, chords);
		for (const chord of chords) users.set(chord, [...(users.get(chord) ?? []), action]);
	}
	for (const [chord, actions] of users) if (actions.length > 1) warnings.push({ kind: "conflict", chord, actions });
	return chosen;
}

function createKeymap(chords: ReadonlyMap<string, readonly string[]>): Keymap {
	const actions = new Map<string, string[]>();
	for (const [action, bound] of chords) {
		for (const chord of bound) actions.set(chord, [...(actions.get(chord) ?? []), action]);
	}
	// Widgets check many actions for the same input, one after another.
	let lastData = "";
	let lastActions: readonly string[] = [];
	const actionsFor = (data: string): readonly string[] => {
		if (data !== lastData) {
			lastActions = [...new Set(chordReadings(data).flatMap((chord) => actions.get(chord) ?? []))];
			lastData = data;
		}
		return lastActions;
	};
	return {
		actionsFor,
		matches: (data, action) => actionsFor(data).includes(action),
		chordsFor: (action) => chords.get(action) ?? [],
	};
}
