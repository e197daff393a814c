/** Longer messages would stop the event loop for too long while they are parsed. */
export const maxReportChars = 2 * 1024 * 1024;

/** Up to the list, in a published report and in the answer to a pull. Messages of another form are left as they are. */
const heads = [
	/^\{"jsonrpc":"2\.0","method":"textDocument\/publishDiagnostics","params":\{[^[\]{}]{0,8000}"diagnostics":\[/,
	/^\{"jsonrpc":"2\.0","id":\d{1,15},"result":\{[^[\]{}]{0,8000}"kind":"full"[^[\]{}]{0,8000}"items":\[/,
];
const headChars = 20_000;

/**
 * The text of a message, with only the first diagnostics of a very long list. What follows the list is left out except for the
 * version of the document.
 */
export function shortenReport(text: string): string {
	if (text.length <= maxReportChars) return text;
	const head = heads.map((pattern) => pattern.exec(text.slice(0, headChars))?.[0]).find((match) => match !== undefined);
	const end = head === undefined ? undefined : findLastElementEnd(text, head.length);
	if (end === undefined) return text;
	const version = /\](?:,"[a-z]+":"[^"]*")*,"version":(\d{1,15})[^\]]*$/i.exec(text.slice(-1000))?.[1];
	return `${text.slice(0, end)}]${version === undefined ? "" : `,"version":${version}`}}}`;
}

const codes = { quote: 0x22, backslash: 0x5c, open: 0x7b, close: 0x7d, openList: 0x5b, closeList: 0x5d };

/** Where the last element ends that is in the text as far as it is read; `undefined` when the list ends before, or has none. */
function findLastElementEnd(text: string, start: number): number | undefined {
	let depth = 0;
	let end: number | undefined;
	for (let index = start; index < maxReportChars; index++) {
		const code = text.charCodeAt(index);
		if (code === codes.quote) index = findStringEnd(text, index);
		else if (code === codes.open || code === codes.openList) depth++;
		else if (code === codes.close || code === codes.closeList) {
			depth--;
			if (depth < 0) return undefined;
			if (depth === 0) end = index + 1;
		}
	}
	return end;
}

function findStringEnd(text: string, start: number): number {
	for (let index = start + 1; index < maxReportChars; index++) {
		const code = text.charCodeAt(index);
		if (code === codes.backslash) index++;
		else if (code === codes.quote) return index;
	}
	return maxReportChars;
}
