import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes a folder of a test, also what is in folders that may not be written: that stops everybody but root. */
export function removeTree(path: string): void {
	try {
		rmSync(path, { recursive: true, force: true });
	} catch (error) {
		if (!(error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM")))
			throw error;
		openFolders(path);
		rmSync(path, { recursive: true, force: true });
	}
}

function openFolders(path: string): void {
	if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
	chmodSync(path, 0o700);
	for (const name of readdirSync(path)) openFolders(join(path, name));
}
