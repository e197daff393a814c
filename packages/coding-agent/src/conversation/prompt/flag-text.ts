import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** The text a flag gives: of one line, the content of the file it names; else the words themselves. */
export async function textOrFile(value: string, cwd: string): Promise<string> {
	if (value.includes("\n")) return value;
	try {
		return await readFile(resolve(cwd, value), "utf8");
	} catch {
		// Mostly there is no such file, because the words are no path; they are what was meant in any case.
		return value;
	}
}
