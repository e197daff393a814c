import { formatChord } from "./key.ts";

const NAMED_KEYS = new Set(
	"escape enter tab space backspace delete insert home end pageup pagedown up down left right".split(" "),
);
const ALIASES: Readonly<Record<string, string>> = {
	esc: "escape",
	return: "enter",
	del: "delete",
	ins: "insert",
	pgup: "pageup",
	pgdn: "pagedown",
	cmd: "super",
	meta: "super",
	option: "alt",
	control: "ctrl",
};

/** `Shift+Ctrl+P` → `ctrl+shift+p`; undefined for an unknown key. */
export function parseChord(text: string): string | undefined {
	const parts = splitParts(text.trim().toLowerCase()).map((part) => ALIASES[part] ?? part);
	const name = parts.pop() ?? "";
	const modifiers = new Set(parts);
	if (modifiers.size !== parts.length || !isKeyName(name)) return undefined;
	for (const modifier of modifiers) if (!["ctrl", "alt", "shift", "super"].includes(modifier)) return undefined;
	return formatChord({
		name,
		ctrl: modifiers.has("ctrl"),
		alt: modifiers.has("alt"),
		shift: modifiers.has("shift"),
		super: modifiers.has("super"),
	});
}

/** `ctrl+shift+p` → `Ctrl+Shift+P`, for hints. */
export function describeChord(chord: string): string {
	return splitParts(chord)
		.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
		.join("+");
}

function splitParts(text: string): string[] {
	// The plus key itself is written at the end: `ctrl++`.
	if (text === "+") return ["+"];
	if (text.endsWith("++")) return [...text.slice(0, -2).split("+"), "+"];
	return text.split("+");
}

function isKeyName(name: string): boolean {
	return NAMED_KEYS.has(name) || /^f([1-9]|1[0-9]|2[0-4])$/.test(name) || /^[^\s\p{C}]$/u.test(name);
}
