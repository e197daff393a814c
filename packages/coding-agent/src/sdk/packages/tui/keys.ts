import { formatChord } from "@oh-my-pi/pi-tui/input/key";
import { buildKeymap, type Keymap, type KeyOverrides } from "@oh-my-pi/pi-tui/input/keymap";
import { parseKey as readKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { TUI_ACTIONS } from "@oh-my-pi/pi-tui/input/tui-actions.data";
import { typedText } from "@oh-my-pi/pi-tui/input/typed-text";
import { screenStyle, setScreenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";

const names = [
	...["escape", "enter", "return", "tab", "space", "backspace", "delete", "insert", "clear", "home", "end", "up"],
	...["pageUp", "pageDown", "down", "left", "right", "esc"],
	...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
] as const;
const symbols = {
	...{ backtick: "`", hyphen: "-", equals: "=", leftbracket: "[", rightbracket: "]", backslash: "\\", semicolon: ";" },
	...{
		quote: "'",
		comma: ",",
		period: ".",
		slash: "/",
		exclamation: "!",
		at: "@",
		hash: "#",
		dollar: "$",
		percent: "%",
	},
	...{
		caret: "^",
		ampersand: "&",
		asterisk: "*",
		leftparen: "(",
		rightparen: ")",
		underscore: "_",
		plus: "+",
		pipe: "|",
	},
	...{ tilde: "~", leftbrace: "{", rightbrace: "}", colon: ":", lessthan: "<", greaterthan: ">", question: "?" },
};
const held =
	(...modifiers: string[]) =>
	(key: string) =>
		[...modifiers, key].join("+");

/** Names of keys, such as `Key.ctrl("x")` for `ctrl+x`. */
export const Key: Readonly<Record<string, string>> & Readonly<Record<Combination, (key: string) => string>> = {
	...Object.fromEntries(names.map((name) => [name, name])),
	...symbols,
	ctrl: held("ctrl"),
	shift: held("shift"),
	alt: held("alt"),
	super: held("super"),
	ctrlShift: held("ctrl", "shift"),
	shiftCtrl: held("shift", "ctrl"),
	ctrlAlt: held("ctrl", "alt"),
	altCtrl: held("alt", "ctrl"),
	shiftAlt: held("shift", "alt"),
	altShift: held("alt", "shift"),
	ctrlShiftAlt: held("ctrl", "shift", "alt"),
} as never;

type Combination =
	| "ctrl"
	| "shift"
	| "alt"
	| "super"
	| "ctrlShift"
	| "shiftCtrl"
	| "ctrlAlt"
	| "altCtrl"
	| "shiftAlt"
	| "altShift"
	| "ctrlShiftAlt";

/** The name of the key, such as `ctrl+x`. */
export function parseKey(data: string): string | undefined {
	const key = readKey(data);
	return key && key.event !== "release" ? formatChord(key) : undefined;
}

export function isKeyRepeat(data: string): boolean {
	return readKey(data)?.event === "repeat";
}

/** The character of a key that a terminal sends as an escape sequence. */
export function decodeKittyPrintable(data: string): string | undefined {
	return data.startsWith("\x1b[") ? typedText(data) : undefined;
}

/** The keys that the user has chosen. */
export class KeybindingsManager {
	readonly #keymap: Keymap;

	constructor(keymap: Keymap) {
		this.#keymap = keymap;
	}

	/** `action` is the name of today, such as `tui.select.up`, or the older `selectUp`. */
	matches(data: string, action: string): boolean {
		return this.#keymap.matches(data, currentName(action));
	}

	getKeys(action: string): string[] {
		return [...this.#keymap.chordsFor(currentName(action))];
	}
}

export function getKeybindings(): KeybindingsManager {
	return new KeybindingsManager(screenStyle().keymap);
}

export const getEditorKeybindings = getKeybindings;

/** For tests of extensions: keys that replace those of the user. */
export function setKeybindings(bindings: KeyOverrides): void {
	setScreenStyle({ ...screenStyle(), keymap: buildKeymap(TUI_ACTIONS, bindings).keymap });
}

function currentName(action: string): string {
	if (action.includes(".")) return action;
	const [, group = "", rest = ""] = /^(select|input)?(.+)$/.exec(action) ?? [];
	const name = rest.charAt(0).toLowerCase() + rest.slice(1);
	if (group === "select") return `tui.select.${name}`;
	if (["submit", "newLine", "tab", "copy"].includes(name)) return `tui.input.${name}`;
	return `tui.editor.${name}`;
}
