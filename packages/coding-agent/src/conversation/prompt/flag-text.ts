import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** The value of a flag, or the content of the file that a one-line value names. */
export async function textOrFile(value: string, cwd: string): Promise<string> {
	if (value.includes("\n")) return value;
	try {
		return await readFile(resolve(cwd, value), "utf8");
	} catch {
		// No such file: the value is the text itself.
		return value;
	}
}
