/** JSON with line breaks and indents; numbers and repeated keys stay as they are. `undefined` for what is not JSON. */
export function prettyJson(text: string): string | undefined {
	try {
		JSON.parse(text);
	} catch {
		return undefined;
	}
	const parts: string[] = [];
	let depth = 0;
	const lineBreak = () => `\n${"  ".repeat(Math.min(depth, maxIndent))}`;
	for (const token of tokenize(text)) {
		if (token === "{" || token === "[") {
			depth++;
			parts.push(token, lineBreak());
		} else if (token === "}" || token === "]") {
			depth--;
			// An empty one stays on its line.
			const isEmpty = parts.at(-2) === (token === "}" ? "{" : "[") && parts.at(-1)?.trim() === "";
			if (isEmpty) parts.pop();
			parts.push(isEmpty ? token : lineBreak() + token);
		} else if (token === ",") parts.push(",", lineBreak());
		else parts.push(token === ":" ? ": " : token);
	}
	return parts.join("");
}

const maxIndent = 50;

/** Tokens of valid JSON. */
function* tokenize(text: string): Generator<string> {
	for (let at = 0; at < text.length; ) {
		const sign = text[at] ?? "";
		let end = at + 1;
		if (sign === '"') end = stringEnd(text, at);
		else if (!/[{}[\],:\s]/.test(sign)) while (end < text.length && !/[{}[\],:\s]/.test(text[end] ?? "")) end++;
		if (sign.trim() !== "") yield text.slice(at, end);
		at = end;
	}
}

function stringEnd(text: string, start: number): number {
	for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
		let slashes = 0;
		while (text[quote - 1 - slashes] === "\\") slashes++;
		if (slashes % 2 === 0) return quote + 1;
	}
	return text.length;
}
