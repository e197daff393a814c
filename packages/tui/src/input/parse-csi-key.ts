import { type Key, type Modifiers, NO_MODIFIERS } from "./key.ts";
import { KEYPAD_TEXT_CODES, KITTY_KEYS, LETTER_KEYS, TILDE_KEYS } from "./keys.data.ts";

const EVENTS = ["press", "press", "repeat", "release"] as const;

/** Parses a CSI or SS3 sequence: xterm's letters and numbers, modifyOtherKeys, and the kitty protocol. */
export function parseCsiKeys(data: string): Key[] {
	const match = /^\x1b[[O]([0-9;:]*)([A-Za-z~^$@])$/.exec(data);
	if (!match) return [];
	const fields = (match[1] ?? "").split(";").map((field) => field.split(":").map((part) => Number.parseInt(part, 10)));
	const final = match[2] ?? "";
	if (final === "u") return kittyKeys(fields);
	if (final === "~") return fields[0]?.[0] === 27 && fields.length === 3 ? modifyOtherKeys(fields) : tildeKey(fields);
	if (final === "^" || final === "$" || final === "@") return rxvtKey(fields, final);
	const name = LETTER_KEYS[final];
	// `SS3 5 A` and `CSI 1 ; 5 A` both have the modifiers last.
	const state = data[1] === "O" ? fields[0] : fields[1];
	return name ? [{ ...decodeModifiers(state), name, event: eventOf(state) }] : [];
}

function kittyKeys(fields: readonly number[][]): Key[] {
	const [code, shifted, base] = fields[0] ?? [];
	if (code === undefined || Number.isNaN(code)) return [];
	const state = fields[1];
	const held = decodeModifiers(state);
	const event = eventOf(state);
	const text = typedText(code, shifted, fields[2], held);
	const keys: Key[] = [withText({ ...held, name: keyName(code), event }, text)];
	// `ctrl+_` needs Shift on most layouts, but is bound without it.
	if (isPresent(shifted) && held.shift)
		keys.push(withText({ ...held, shift: false, name: keyName(shifted), event }, text));
	// On a Cyrillic layout `ctrl+c` is found by the position of the key.
	if (isPresent(base) && base !== code) keys.push({ ...held, name: keyName(base), event });
	return keys;
}

function modifyOtherKeys(fields: readonly number[][]): Key[] {
	const code = fields[2]?.[0] ?? Number.NaN;
	if (!isCharacter(code)) return [];
	const held = decodeModifiers(fields[1]);
	const character = String.fromCodePoint(code);
	const isUpper = character.toLowerCase() !== character;
	const name = isUpper ? character.toLowerCase() : keyName(code);
	const text = typedText(code, code, undefined, held);
	const keys: Key[] = [withText({ ...held, shift: held.shift || isUpper, name, event: "press" }, text)];
	const isSymbol = held.shift && !isUpper && !KITTY_KEYS[code];
	if (isSymbol) keys.push(withText({ ...held, shift: false, name, event: "press" }, text));
	return keys;
}

function tildeKey(fields: readonly number[][]): Key[] {
	const name = TILDE_KEYS[fields[0]?.[0] ?? -1];
	return name ? [{ ...decodeModifiers(fields[1]), name, event: eventOf(fields[1]) }] : [];
}

function rxvtKey(fields: readonly number[][], final: string): Key[] {
	const name = TILDE_KEYS[fields[0]?.[0] ?? -1];
	if (!name) return [];
	return [{ ...NO_MODIFIERS, ctrl: final !== "$", shift: final !== "^", name, event: "press" }];
}

function decodeModifiers(state: readonly number[] | undefined): Modifiers {
	const encoded = state?.[0];
	if (!isPresent(encoded)) return NO_MODIFIERS;
	const bits = encoded - 1;
	return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0, super: (bits & 8) !== 0 };
}

function eventOf(state: readonly number[] | undefined): Key["event"] {
	return EVENTS[state?.[1] ?? 1] ?? "press";
}

function keyName(code: number): string {
	const known = KITTY_KEYS[code];
	if (known) return known;
	if (code >= 57376 && code <= 57398) return `f${code - 57376 + 13}`;
	return isCharacter(code) ? String.fromCodePoint(code).toLowerCase() : "";
}

function typedText(
	code: number,
	shifted: number | undefined,
	text: readonly number[] | undefined,
	held: Modifiers,
): string | undefined {
	if (held.ctrl || held.alt || held.super) return undefined;
	const codePoints = (text ?? []).filter((part) => isCharacter(part) && part >= 32);
	if (codePoints.length > 0) return codePoints.map((part) => String.fromCodePoint(part)).join("");
	const isKeypad =
		code >= KEYPAD_TEXT_CODES.first && code <= KEYPAD_TEXT_CODES.last && code !== KEYPAD_TEXT_CODES.enter;
	if (isKeypad) return KITTY_KEYS[code];
	const point = held.shift && isPresent(shifted) ? shifted : code;
	const isPrivate = point >= 0xe000 && point <= 0xf8ff;
	if (point < 32 || point === 127 || isPrivate || !isCharacter(point)) return undefined;
	const character = String.fromCodePoint(point);
	return held.shift && !isPresent(shifted) ? character.toUpperCase() : character;
}

function withText(key: Key, text: string | undefined): Key {
	return text === undefined ? key : { ...key, text };
}

/** Half a surrogate pair is none. */
function isCharacter(code: number): boolean {
	return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}

function isPresent(value: number | undefined): value is number {
	return value !== undefined && !Number.isNaN(value);
}
