import type { EditMode } from "@oh-my-pi/pi-tools/services/edit-mode";

/** A call as a model gets it wrong, and what must come of it. */
export interface Slip {
	/** As it was called. */
	readonly tool: string;
	/** `{tag:path}` in a text stands for the tag of a file of the project. */
	readonly args: Readonly<Record<string, unknown>>;
	/** Parts of an answer that is no error, at least one of which names what was repaired. */
	readonly says?: readonly string[];
	/** Parts of an error from which the next call can be right. */
	readonly fails?: readonly string[];
	/** Files as they are afterwards; the others have not changed. */
	readonly after?: Readonly<Record<string, string>>;
	/** Files that another program changes after they were read. */
	readonly changed?: Readonly<Record<string, string>>;
	/** How the model edits; `hashline` by default. */
	readonly mode?: EditMode;
}

/** Understood, and the answer says how. */
export function repaired(
	tool: string,
	args: Slip["args"],
	says: string | readonly string[],
	more: Omit<Slip, "tool" | "args" | "says"> = {},
): Slip {
	return { tool, args, says: [says].flat(), ...more };
}

/** An error that says what to do instead; nothing has changed. */
export function refused(
	tool: string,
	args: Slip["args"],
	fails: string | readonly string[],
	more: Omit<Slip, "tool" | "args" | "fails"> = {},
): Slip {
	return { tool, args, fails: [fails].flat(), ...more };
}

/** What every slip happens in. */
export const project = {
	"src/a.ts": [
		'import { b } from "./b";',
		"",
		"export function add(x: number, y: number) {",
		"\treturn x + y;",
		"}",
		"",
		"export const two = add(1, b);",
		"",
	].join("\n"),
	"src/b.ts": "export const b = 1;\n",
	"lib/command.js": "const etag = 1;\nconst weTag = 2;\n",
	"lib/one.js": "function one() { return 1; }\nmodule.exports = one;\n",
	"py/c.py": "@cache\ndef f():\n    return 1\n\n\ndef g():\n    return f()\n",
	"notes.md": "# Notes\n\nOne.\n",
	"twice.txt": "same\nother\nsame\n",
	"ten.txt": Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(""),
} as const;
