import type { Key } from "./key.ts";
import { parseKey } from "./parse-key.ts";

/**
 * The bytes that a legacy terminal would send for a key, for a program that knows no other encoding. Text and replies
 * are passed through; key releases are dropped.
 */
export function legacyKeys(data: string, options: { readonly applicationCursor: boolean }): string {
	const key = data.startsWith("\x1b") ? parseKey(data) : undefined;
	if (!key) return data;
	if (key.event === "release") return "";
	if (key.text !== undefined) return key.text;
	return cursorKey(key, options.applicationCursor) ?? controlKey(key) ?? data;
}

const cursorLetters: Readonly<Record<string, string>> = {
	up: "A",
	down: "B",
	right: "C",
	left: "D",
	home: "H",
	end: "F",
};
const tildeNumbers: Readonly<Record<string, number>> = { insert: 2, delete: 3, pageup: 5, pagedown: 6 };
const controls: Readonly<Record<string, string>> = {
	enter: "\r",
	tab: "\t",
	backspace: "\x7f",
	escape: "\x1b",
	space: " ",
};

function cursorKey(key: Key, applicationCursor: boolean): string | undefined {
	const held = 1 + Number(key.shift) + 2 * Number(key.alt) + 4 * Number(key.ctrl);
	const letter = cursorLetters[key.name];
	if (letter) return held > 1 ? `\x1b[1;${held}${letter}` : `\x1b${applicationCursor ? "O" : "["}${letter}`;
	const number = tildeNumbers[key.name];
	return number === undefined ? undefined : `\x1b[${number}${held > 1 ? `;${held}` : ""}~`;
}

function controlKey({ name, ctrl, alt, shift }: Key): string | undefined {
	const plain = controls[name] ?? (name.length === 1 ? name : undefined);
	if (plain === undefined) return undefined;
	const lead = alt ? "\x1b" : "";
	if (name === "tab" && shift) return "\x1b[Z";
	if (!ctrl) return lead + (shift ? plain.toUpperCase() : plain);
	if (name === "backspace") return `${lead}\b`;
	if (name === "space") return `${lead}\0`;
	const code = name.length === 1 ? name.toUpperCase().charCodeAt(0) : 0;
	return code >= 0x3f && code <= 0x5f ? lead + String.fromCharCode(code === 0x3f ? 0x7f : code & 0x1f) : lead + plain;
}
