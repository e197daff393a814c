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
	for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
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
