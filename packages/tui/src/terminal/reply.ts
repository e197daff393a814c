import { parseTerminalColor, type Rgb } from "./background.ts";

/** A report of the terminal, solicited or not. */
export type Reply =
	| { readonly kind: "device-attributes" }
	/** Secondary device attributes, which identify terminals. */
	| { readonly kind: "identity"; readonly attributes: string }
	| { readonly kind: "keyboard-flags" }
	| { readonly kind: "mode"; readonly mode: number; readonly isSupported: boolean }
	| { readonly kind: "appearance-changed" }
	| { readonly kind: "background"; readonly color: Rgb }
	| { readonly kind: "cell-size"; readonly width: number; readonly height: number }
	| { readonly kind: "cursor"; readonly row: number; readonly column: number }
	/** The terminal reports a resize. */
	| { readonly kind: "resized" }
	/** OSC 99 notifications are supported. */
	| { readonly kind: "notifications" }
	| { readonly kind: "clipboard" }
	| { readonly kind: "other" };

/**
 * Undefined for keys and mouse events. A cursor report looks like a modified F3, so the caller tells whether it asked.
 */
export function parseReply(sequence: string, options: { awaitsCursor: boolean }): Reply | undefined {
	if (!sequence.startsWith("\x1b")) return undefined;
	if (/^\x1b[\]P_^X]./s.test(sequence)) return parseStringReply(sequence);
	const cursor = options.awaitsCursor ? /^\x1b\[(\d+);(\d+)R$/.exec(sequence) : null;
	if (cursor) return { kind: "cursor", row: Number(cursor[1]) - 1, column: Number(cursor[2]) - 1 };
	const cell = /^\x1b\[6;([1-9]\d*);([1-9]\d*)t$/.exec(sequence);
	if (/^\x1b\[48;\d+;\d+(?:;\d+)*t$/.test(sequence)) return { kind: "resized" };
	if (cell) return { kind: "cell-size", width: Number(cell[2]), height: Number(cell[1]) };
	if (!/^\x1b\[[?>=]/.test(sequence)) return undefined;
	if (/^\x1b\[\?[\d;]*c$/.test(sequence)) return { kind: "device-attributes" };
	const identity = /^\x1b\[>([\d;]*)c$/.exec(sequence)?.[1];
	if (identity !== undefined) return { kind: "identity", attributes: identity };
	if (/^\x1b\[\?\d+u$/.test(sequence)) return { kind: "keyboard-flags" };
	if (/^\x1b\[\?997;\d+n$/.test(sequence)) return { kind: "appearance-changed" };
	const mode = /^\x1b\[\?(\d+);(\d+)\$y$/.exec(sequence);
	if (mode) return { kind: "mode", mode: Number(mode[1]), isSupported: mode[2] === "1" || mode[2] === "2" };
	return { kind: "other" };
}

function parseStringReply(sequence: string): Reply {
	if (sequence.startsWith("\x1b]5522;")) return { kind: "clipboard" };
	if (/^\x1b\]99;[^;]*p=\?/.test(sequence)) return { kind: "notifications" };
	const background = /^\x1b\]11;([^\x07\x1b]*)/.exec(sequence)?.[1];
	const color = background === undefined ? undefined : parseTerminalColor(background);
	return color ? { kind: "background", color } : { kind: "other" };
}
