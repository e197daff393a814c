import { languageOfPath, parseSyntax } from "@oh-my-pi/pi-natives/syntax/syntax";

/** Larger texts take longer to parse than the hint is worth. */
const maxLength = 256 * 1024;
const maxParseMs = 150;

/** Says so when a text that was sound before is not any more. The edit stays: it may be the first of several. */
export async function syntaxWarning(path: string, before: string, after: string): Promise<string | undefined> {
	const language = languageOfPath(path);
	if (!language || before.length > maxLength || after.length > maxLength) return undefined;
	const line = await firstError(language, after);
	if (line === undefined || (await firstError(language, before)) !== undefined) return undefined;
	return `This edit introduced a syntax error near line ${line}. It was kept; check whether more was meant to change.`;
}

async function firstError(language: Parameters<typeof parseSyntax>[0], text: string): Promise<number | undefined> {
	using tree = await parseSyntax(language, text, { maxMs: maxParseMs });
	return tree?.hasError ? tree.firstErrorLine() : undefined;
}
