import { closeSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";

export interface ProgramFacts {
	/** Absolute. */
	readonly path: string;
	readonly kind: "directory" | "binary" | "file";
	/** The ending, or what stands for it: the first line of a script, the mark of a compiler. Empty when nothing tells. */
	readonly fileType: string;
}

/** What a program is by its file; `undefined` when there is none. */
export function inspectProgram(path: string): ProgramFacts | undefined {
	const stats = statOrUndefined(path);
	if (!stats) return undefined;
	if (stats.isDirectory()) return { path, kind: "directory", fileType: "" };
	if (!stats.isFile()) return undefined;
	const head = readHead(path);
	if (isCompiled(head)) return { path, kind: "binary", fileType: isBuiltByGo(path) ? ".go" : extname(path) };
	return { path, kind: "file", fileType: extname(path) || scriptType(head.toString("latin1")) };
}

const headBytes = 128;

function readHead(path: string): Buffer {
	const head = Buffer.alloc(headBytes);
	try {
		const file = openSync(path, "r");
		try {
			return head.subarray(0, readSync(file, head, 0, headBytes, 0));
		} finally {
			closeSync(file);
		}
	} catch {
		// What may not be read may still be run.
		return head.subarray(0, 0);
	}
}

/** ELF, or Mach-O in its three forms. */
function isCompiled(head: Buffer): boolean {
	if (head.length < 4) return false;
	const magic = head.readUInt32BE(0);
	return [0x7f454c46, 0xcffaedfe, 0xcefaedfe, 0xcafebabe].includes(magic);
}

const maxSearchedBytes = 64 * 1024 * 1024;

/** The Go linker puts this in front of what was built. */
function isBuiltByGo(path: string): boolean {
	try {
		return readRegularBytes(path, maxSearchedBytes)?.includes("\xff Go buildinf:", 0, "latin1") ?? false;
	} catch {
		// It is too large to be looked through.
		return false;
	}
}

const interpreters: ReadonlyArray<readonly [RegExp, string]> = [
	[/\bpython[\d.]*\b/, ".py"],
	[/\b(?:node|bun|deno)\b/, ".js"],
	[/\bruby\b/, ".rb"],
	[/\bphp\b/, ".php"],
	[/\b(?:ba)?sh\b/, ".sh"],
];

function scriptType(head: string): string {
	const line = /^#!([^\n]*)/.exec(head)?.[1];
	if (line === undefined) return "";
	return interpreters.find(([name]) => name.test(line))?.[1] ?? "";
}
