import type { Modifiers } from "./key.ts";

/** Last letter of `CSI … <letter>` and `SS3 <letter>`. */
export const LETTER_KEYS: Readonly<Record<string, string>> = {
	A: "up",
	B: "down",
	C: "right",
	D: "left",
	E: "clear",
	F: "end",
	H: "home",
	P: "f1",
	Q: "f2",
	R: "f3",
	S: "f4",
};

/** Number of `CSI <number> ~`. */
export const TILDE_KEYS: Readonly<Record<number, string>> = {
	1: "home",
	2: "insert",
	3: "delete",
	4: "end",
	5: "pageup",
	6: "pagedown",
	7: "home",
	8: "end",
	11: "f1",
	12: "f2",
	13: "f3",
	14: "f4",
	15: "f5",
	17: "f6",
	18: "f7",
	19: "f8",
	20: "f9",
	21: "f10",
	23: "f11",
	24: "f12",
};

/** Codes of `CSI <code> u` that are not the character itself. */
export const KITTY_KEYS: Readonly<Record<number, string>> = {
	9: "tab",
	13: "enter",
	27: "escape",
	32: "space",
	127: "backspace",
	57399: "0",
	57400: "1",
	57401: "2",
	57402: "3",
	57403: "4",
	57404: "5",
	57405: "6",
	57406: "7",
	57407: "8",
	57408: "9",
	57409: ".",
	57410: "/",
	57411: "*",
	57412: "-",
	57413: "+",
	57414: "enter",
	57415: "=",
	57416: ",",
	57417: "left",
	57418: "right",
	57419: "up",
	57420: "down",
	57421: "pageup",
	57422: "pagedown",
	57423: "home",
	57424: "end",
	57425: "insert",
	57426: "delete",
	57427: "clear",
};

/** Keys that insert a character although the terminal reports them by a code of their own. */
export const KEYPAD_TEXT_CODES = { first: 57399, last: 57416, enter: 57414 } as const;

/** The keys that a control character may stand for, most likely first. */
export const CONTROL_KEYS: Readonly<Record<string, readonly string[]>> = {
	"\x00": ["ctrl+space", "ctrl+@", "ctrl+2", "ctrl+`"],
	"\x08": ["backspace", "ctrl+h"],
	"\t": ["tab", "ctrl+i"],
	"\n": ["ctrl+j"],
	"\r": ["enter", "ctrl+m"],
	"\x1b": ["escape", "ctrl+[", "ctrl+3"],
	"\x1c": ["ctrl+\\", "ctrl+4"],
	"\x1d": ["ctrl+]", "ctrl+5"],
	"\x1e": ["ctrl+^", "ctrl+6"],
	"\x1f": ["ctrl+-", "ctrl+_", "ctrl+/", "ctrl+7"],
	"\x7f": ["backspace", "ctrl+?"],
};

const SHIFT: Partial<Modifiers> = { shift: true };
const CTRL: Partial<Modifiers> = { ctrl: true };

/** Sequences of specific terminals: rxvt, the Linux console, and Shift+Tab everywhere. */
export const SPECIAL_SEQUENCES: Readonly<
	Record<string, { readonly name: string; readonly held?: Partial<Modifiers> }>
> = {
	"\x1b[Z": { name: "tab", held: SHIFT },
	"\x1b[a": { name: "up", held: SHIFT },
	"\x1b[b": { name: "down", held: SHIFT },
	"\x1b[c": { name: "right", held: SHIFT },
	"\x1b[d": { name: "left", held: SHIFT },
	"\x1bOa": { name: "up", held: CTRL },
	"\x1bOb": { name: "down", held: CTRL },
	"\x1bOc": { name: "right", held: CTRL },
	"\x1bOd": { name: "left", held: CTRL },
	"\x1bOM": { name: "enter" },
	"\x1b[[A": { name: "f1" },
	"\x1b[[B": { name: "f2" },
	"\x1b[[C": { name: "f3" },
	"\x1b[[D": { name: "f4" },
	"\x1b[[E": { name: "f5" },
};
