import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findShippedFile, ripgrepFile, type ShippedFile } from "../shipped-file.ts";

/** The ripgrep that comes with us, else one on the search path. */
export function findRipgrep(options: { searchPath?: string | undefined; cacheFolder?: string | undefined }): string {
	const shipped = findShippedFile(ripgrepFile());
	const runnable = shipped && (shipped.path ?? unpacked(shipped, options.cacheFolder));
	const found = runnable ?? Bun.which("rg", { PATH: options.searchPath ?? "" });
	if (!found) throw new Error("Searching needs ripgrep: install it so that `rg` is on the PATH");
	return found;
}

/** A program inside our own executable cannot be started; it is put into a folder first, under a name with its hash. */
function unpacked(shipped: ShippedFile, cacheFolder: string | undefined): string | undefined {
	if (cacheFolder === undefined) return undefined;
	const path = join(cacheFolder, shipped.name);
	if (existsSync(path)) return path;
	mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
	const temporary = `${path}.${crypto.randomUUID()}`;
	writeFileSync(temporary, shipped.bytes());
	chmodSync(temporary, 0o700);
	renameSync(temporary, path);
	return path;
}
