import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { findShippedFile, isEmbedded, ripgrepFile } from "../shipped-file.ts";

/** The ripgrep that comes with us, else one on the search path. */
export function findRipgrep(options: { searchPath?: string | undefined; cacheFolder?: string | undefined }): string {
	const shipped = findShippedFile(ripgrepFile());
	const runnable = shipped === undefined || !isEmbedded(shipped) ? shipped : unpacked(shipped, options.cacheFolder);
	const found = runnable ?? Bun.which("rg", { PATH: options.searchPath ?? "" });
	if (!found) throw new Error("Searching needs ripgrep: install it so that `rg` is on the PATH");
	return found;
}

/** A program inside our own executable cannot be started; it is put into a folder first, under a name with its hash. */
function unpacked(embedded: string, cacheFolder: string | undefined): string | undefined {
	if (cacheFolder === undefined) return undefined;
	const path = join(cacheFolder, basename(embedded).replace(/\.$/, ""));
	if (existsSync(path)) return path;
	mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
	const temporary = `${path}.${crypto.randomUUID()}`;
	writeFileSync(temporary, readFileSync(embedded));
	chmodSync(temporary, 0o700);
	renameSync(temporary, path);
	return path;
}
