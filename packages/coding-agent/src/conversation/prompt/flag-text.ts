import { resolve } from "node:path";
import { readRegularFile, UnreadableFileError } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { CliError } from "../../process/usage-error.ts";

/** The value of a flag, or the content of the file that a one-line value names. */
export async function textOrFile(value: string, cwd: string): Promise<string> {
	if (value.includes("\n")) return value;
	try {
		// Without such a file, the value is the text itself.
		return readRegularFile(resolve(cwd, value)) ?? value;
	} catch (error) {
		const isRefused = error instanceof UnreadableFileError && error.isRefused && !error.isFolder;
		if (isRefused) throw new CliError(error.message);
		// A word that happens to be a folder, or a text that is no possible path.
		return value;
	}
}
