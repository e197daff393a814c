/** The path of a file inside a package we depend on; `undefined` where that package is not installed. */
export function findShippedFile(specifier: string): string | undefined {
	try {
		return Bun.resolveSync(specifier, import.meta.dir);
	} catch {
		return undefined;
	}
}
