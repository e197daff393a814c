/** A fragment this long tells a secret from chance. */
const minFragment = 8;

/**
 * How a value may stand in other text: itself, inside JSON, in a URL, as Base64 at each of the three places it can begin at, and
 * in hexadecimal, and line by line, since tools number lines and diffs mark them. Each is hidden as a value of its own.
 */
export function spellings(value: string): string[] {
	const quoted = JSON.stringify(value).slice(1, -1);
	const all = [
		value,
		value.normalize("NFC"),
		value.normalize("NFD"),
		quoted,
		JSON.stringify(quoted).slice(1, -1),
		encoded(value),
		...hexadecimal(value),
		...base64Fragments(value),
		...lines(value),
	];
	const [, ...others] = new Set(all);
	return [value, ...others.filter(({ length }) => length >= minFragment)];
}

/** What no encoding changes. */
const unescaped = /^[\w.~-]*$/;

/**
 * How a value that needs escapes reads once they are decoded. There are too many ways to write them to list: `ü` is `\u00fc` for
 * some and itself for others, `/` may be `\/`, a quote `&quot;` or `&#34;`, and hexadecimal digits may be small.
 */
export function decodedSpellings(value: string): string[] {
	const all = [
		value,
		value.normalize("NFC"),
		value.normalize("NFD"),
		// In forms.
		value.replaceAll(" ", "+"),
		...lines(value).filter(({ length }) => length >= minFragment),
	];
	return [...new Set(all)].filter((text) => !unescaped.test(text));
}

function encoded(value: string): string {
	try {
		return encodeURIComponent(value);
	} catch {
		// Half a surrogate pair has no place in a URL.
		return value;
	}
}

function hexadecimal(value: string): string[] {
	const digits = Buffer.from(value).toString("hex");
	return [digits, digits.toUpperCase()];
}

/** Only the characters that no neighboring byte has a part in. */
function base64Fragments(value: string): string[] {
	const bytes = Buffer.from(value);
	return [0, 1, 2].flatMap((shift) => {
		const text = Buffer.concat([Buffer.alloc(shift), bytes])
			.toString("base64")
			.replace(/=+$/, "");
		const first = Math.ceil((shift * 8) / 6);
		const last = Math.floor(((shift + bytes.length) * 8) / 6);
		const fragment = text.slice(first, last);
		return [fragment, fragment.replaceAll("+", "-").replaceAll("/", "_")];
	});
}

function lines(value: string): string[] {
	if (!value.includes("\n")) return [];
	return value
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => !/^-----(?:BEGIN|END) /.test(line));
}
