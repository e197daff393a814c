const redaction = "[redacted]";
/** Shorter values could be ordinary words. */
const minKeyCharacters = 8;
const secretNames = /authorization|cookie|key|secret|token/i;

/** Removes the keys of a request from a text, because hosts often echo a refused key. */
export function withoutKeys(text: string, keys: Iterable<string>): string {
	let clean = text;
	for (const key of keys) if (key.length >= minKeyCharacters) clean = clean.replaceAll(key, redaction);
	return clean;
}

/** The secrets of a request: its key, the parts of a JSON key, and headers with keys. */
export function collectKeys(
	apiKey: string | undefined,
	...headers: Array<Readonly<Record<string, string>> | undefined>
) {
	const keys = apiKey === undefined ? [] : [apiKey, ...splitKey(apiKey)];
	for (const [name, value] of headers.flatMap((each) => Object.entries(each ?? {}))) {
		if (secretNames.test(name)) keys.push(value, value.replace(/^\S+\s+/, ""));
	}
	// Longest first, because replacing a part would break the whole.
	return keys.sort((a, b) => b.length - a.length);
}

function splitKey(apiKey: string): string[] {
	if (!apiKey.startsWith("{")) return [];
	try {
		const { token } = JSON.parse(apiKey) as { token?: unknown };
		return typeof token === "string" ? [token] : [];
	} catch {
		// A key that only looks like JSON is removed as a whole.
		return [];
	}
}
