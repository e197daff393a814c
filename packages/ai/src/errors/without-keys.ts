const redaction = "[redacted]";
/** Shorter values are words that may well occur in a message. */
const minKeyCharacters = 8;
const secretNames = /authorization|cookie|key|secret|token/i;

/** Takes the keys of a request out of a text, as hosts like to repeat the one that they refuse. */
export function withoutKeys(text: string, keys: Iterable<string>): string {
	let clean = text;
	for (const key of keys) if (key.length >= minKeyCharacters) clean = clean.replaceAll(key, redaction);
	return clean;
}

/** What must not be repeated of a request: its key, the parts of one that is JSON, and headers that carry another. */
export function keysOf(apiKey: string | undefined, ...headers: Array<Readonly<Record<string, string>> | undefined>) {
	const keys = apiKey === undefined ? [] : [apiKey, ...partsOf(apiKey)];
	for (const [name, value] of headers.flatMap((each) => Object.entries(each ?? {}))) {
		if (secretNames.test(name)) keys.push(value, value.replace(/^\S+\s+/, ""));
	}
	// The longest first, or a part would break up the whole.
	return keys.sort((a, b) => b.length - a.length);
}

function partsOf(apiKey: string): string[] {
	if (!apiKey.startsWith("{")) return [];
	try {
		const { token } = JSON.parse(apiKey) as { token?: unknown };
		return typeof token === "string" ? [token] : [];
	} catch {
		// A key that only looks like JSON is taken out whole.
		return [];
	}
}
