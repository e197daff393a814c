import { parseChord } from "./chord.ts";
import { formatChord, type Key, type Modifiers, NO_MODIFIERS } from "./key.ts";
import { CONTROL_KEYS, SPECIAL_SEQUENCES } from "./keys.data.ts";
import { parseCsiKeys } from "./parse-csi-key.ts";

/** The key of one complete input sequence; undefined for a reply or a run of text. */
export function parseKey(data: string): Key | undefined {
	return keyReadings(data)[0];
}

/** Whether the input may be this chord, in any encoding. */
export function matchesKey(data: string, chord: string): boolean {
	const wanted = parseChord(chord);
	return wanted !== undefined && chordReadings(data).includes(wanted);
}

/** All chords the input may stand for, as legacy encodings are ambiguous. Empty for a key release. */
export function chordReadings(data: string): string[] {
	return keyReadings(data)
		.filter((key) => key.event !== "release")
		.map(formatChord);
}

export function isKeyRelease(data: string): boolean {
	return data.startsWith("\x1b[") && parseKey(data)?.event === "release";
}

function keyReadings(data: string): readonly Key[] {
	if (data === "") return [];
	const control = Object.hasOwn(CONTROL_KEYS, data) ? CONTROL_KEYS[data] : undefined;
	if (control) return control.map((chord) => fromChord(chord));
	if (data.length === 1 && data < " ") return [press(letterOfControl(data), { ctrl: true })];
	if (!data.startsWith("\x1b")) return printableReadings(data);
	const special = SPECIAL_SEQUENCES[data];
	if (special) return [press(special.name, special.held)];
	const keys = /^\x1b(\[.|O.)/s.test(data) ? parseCsiKeys(data) : [];
	return keys.length > 0 ? keys : withAlt(data.slice(1));
}

function printableReadings(data: string): readonly Key[] {
	if (data === " ") return [{ ...press("space"), text: " " }];
	const isOneCharacter = data.length === 1 || [...data].length === 1;
	if (!isOneCharacter) return [];
	const lower = data.toLowerCase();
	return [{ ...press(lower, { shift: lower !== data }), text: data }];
}

/** A key with an ESC prefix was pressed with Alt. More than one prefix is no key. */
function withAlt(rest: string): readonly Key[] {
	const isKeyAfterAll = rest.length > 0 && rest !== "\x1b[" && rest !== "\x1bO" && !rest.startsWith("\x1b\x1b");
	if (!isKeyAfterAll) return [];
	return keyReadings(rest).map(({ text: _typed, ...key }) => ({ ...key, alt: true }));
}

function press(name: string, held: Partial<Modifiers> = {}): Key {
	return { ...NO_MODIFIERS, ...held, name, event: "press" };
}

function fromChord(chord: string): Key {
	const isCtrl = chord.startsWith("ctrl+");
	return press(isCtrl ? chord.slice("ctrl+".length) : chord, { ctrl: isCtrl });
}

function letterOfControl(data: string): string {
	return String.fromCharCode(data.charCodeAt(0) + 0x60);
}
