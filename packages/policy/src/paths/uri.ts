const schemePattern = /^([a-z][a-z0-9+.-]+):\/\//i;

/** The scheme of `scheme://…` in lower case; `undefined` for paths. `file` counts as a path. */
export function parseScheme(text: string): string | undefined {
	const scheme = schemePattern.exec(text)?.[1]?.toLowerCase();
	return scheme === "file" ? undefined : scheme;
}

export function isWebUrl(text: string): boolean {
	return /^(?:https?:\/\/|www\.)/i.test(text);
}
