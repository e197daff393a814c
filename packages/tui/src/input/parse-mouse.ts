import type { Modifiers } from "./key.ts";

export interface MouseEvent extends Omit<Modifiers, "super"> {
	readonly kind: "press" | "release" | "move" | "wheelUp" | "wheelDown";
	/** Undefined for the wheel. */
	readonly button: "left" | "middle" | "right" | "none";
	/** Screen coordinates, from 0. */
	readonly row: number;
	readonly column: number;
}

const BUTTONS = ["left", "middle", "right", "none"] as const;

/** Parses mouse reports of a full-screen surface; undefined for anything else. */
export function parseMouse(data: string): MouseEvent | undefined {
	const match = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/.exec(data);
	if (!match) return undefined;
	const code = Number(match[1]);
	return {
		kind: decodeKind(code, match[4] === "m"),
		button: BUTTONS[code & 3] ?? "none",
		column: Number(match[2]) - 1,
		row: Number(match[3]) - 1,
		shift: (code & 4) !== 0,
		alt: (code & 8) !== 0,
		ctrl: (code & 16) !== 0,
	};
}

function decodeKind(code: number, isRelease: boolean): MouseEvent["kind"] {
	if ((code & 64) !== 0) return (code & 1) === 0 ? "wheelUp" : "wheelDown";
	if ((code & 32) !== 0) return "move";
	return isRelease ? "release" : "press";
}
