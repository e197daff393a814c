/**
 * The text of a snippet as if every placeholder was left as it is: `${1:name}` is `name`, `${1|a,b|}` is `a`, and `$0` and
 * variables are nothing.
 */
export function stripSnippet(snippet: string): string {
	const out: string[] = [];
	/** Braces of placeholders whose default text is being read. */
	let depth = 0;
	for (let index = 0; index < snippet.length; ) {
		const char = snippet.charAt(index);
		if (char === "\\" && /[\\$}]/.test(snippet.charAt(index + 1))) {
			out.push(snippet.charAt(index + 1));
			index += 2;
		} else if (char === "}" && depth > 0) {
			depth--;
			index++;
		} else if (char === "$") {
			const placeholder = readPlaceholder(snippet, index);
			out.push(placeholder?.text ?? "$");
			if (placeholder?.hasDefault) depth++;
			index += placeholder?.length ?? 1;
		} else {
			const end = findSpecial(snippet, index + 1);
			out.push(snippet.slice(index, end));
			index = end;
		}
	}
	return out.join("");
}

interface Placeholder {
	readonly length: number;
	readonly text: string;
	/** Its text follows, up to a closing brace. */
	readonly hasDefault?: boolean;
}

/** `$1`, `$NAME`, `${1}`, `${1:` with a default to follow, `${1|a,b|}` and `${1/from/to/}`. Lengths are bounded against very long scans. */
const opening =
	/^\$(?:[A-Za-z_]\w{0,99}|\d{1,9}|\{(?:[A-Za-z_]\w{0,99}|\d{1,9})(?:(\}|:)|\|((?:\\.|[^\\|]){0,9999})\|\}|\/(?:\\.|[^\\}]){0,9999}\}))/s;
const maxOpeningChars = 20_200;

function readPlaceholder(snippet: string, index: number): Placeholder | undefined {
	const match = opening.exec(snippet.slice(index, index + maxOpeningChars));
	if (!match) return undefined;
	const [{ length }, after, choices] = match;
	if (choices !== undefined) return { length, text: firstChoice(choices) };
	return { length, text: "", hasDefault: after === ":" };
}

function firstChoice(choices: string): string {
	const first = /^(?:\\.|[^\\,])*/s.exec(choices)?.[0] ?? "";
	return first.replace(/\\([\\,|$}])/g, "$1");
}

function findSpecial(snippet: string, from: number): number {
	for (let index = from; index < snippet.length; index++) {
		const char = snippet.charCodeAt(index);
		// "$", "\\" and "}"
		if (char === 0x24 || char === 0x5c || char === 0x7d) return index;
	}
	return snippet.length;
}
