let original: string | undefined;

/** The program this process runs: our own executable, or Bun. `process.execPath` may have been set for extensions. */
export function executablePath(): string {
	return original ?? process.execPath;
}

/** Sets `process.execPath` for code that is not ours. */
export function setExecPath(path: string): void {
	original ??= process.execPath;
	process.execPath = path;
}
