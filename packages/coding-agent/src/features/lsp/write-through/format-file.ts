import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";

export interface FormatRequest {
	readonly path: string;
	readonly text: string;
	readonly signal: AbortSignal;
	/** Called before the server sees the new text. */
	readonly prepare: (client: LanguageClient) => Promise<void>;
}

/** A formatter that makes this much of a text has gone wrong. */
const maxGrowth = 4;
const maxEdits = 100_000;

/** The text as the first formatter for the file has it: the project's own formatter program, else a server that can. */
export async function formatFile(servers: LanguageServers, request: FormatRequest): Promise<string> {
	const { path, text, signal } = request;
	const definitions = servers.forFile(path);
	for (const definition of definitions.filter(({ linterProgram }) => linterProgram !== undefined)) {
		const formatted = await servers.formatWithLinter(definition, path, text, { signal }).catch(ignored(signal));
		if (formatted !== undefined) return checked(formatted, text);
	}
	for (const definition of definitions.filter(({ linterProgram }) => linterProgram === undefined)) {
		const client = await servers.client(definition, { signal }).catch(ignored(signal));
		if (!client?.supports("textDocument/formatting", path)) continue;
		return checked(await formatWith(client, request), text);
	}
	return text;
}

/** A server that fails leaves the text to the next one. */
function ignored(signal: AbortSignal): () => undefined {
	return () => {
		signal.throwIfAborted();
		return undefined;
	};
}

async function formatWith(client: LanguageClient, { path, text, signal, prepare }: FormatRequest): Promise<string> {
	const [{ pathToUri }, { applyTextEdits }] = await Promise.all([
		import("@oh-my-pi/pi-lsp/documents/file-uri"),
		import("@oh-my-pi/pi-lsp/edits/apply-text-edits"),
	]);
	await prepare(client);
	client.sync(path, text);
	const params = { textDocument: { uri: pathToUri(path) }, options: formattingOptions(text) };
	const answer = await client.request("textDocument/formatting", params, { signal });
	if (!Array.isArray(answer) || answer.length > maxEdits) return text;
	const toLocalPosition: LanguageClient["fromServerPosition"] = (place, line) => client.fromServerPosition(place, line);
	return applyTextEdits(text, answer, { path, toLocalPosition });
}

function checked(formatted: string, text: string): string {
	return formatted.length > text.length * maxGrowth + 64 * 1024 ? text : formatted;
}

/** As the file is indented already. */
export function formattingOptions(text: string): { readonly tabSize: number; readonly insertSpaces: boolean } {
	const indents = text.slice(0, 100_000).match(/^(?:\t+| {2,})(?=\S)/gm) ?? [];
	const tabs = indents.filter((indent) => indent.startsWith("\t")).length;
	if (tabs * 2 > indents.length) return { tabSize: 4, insertSpaces: false };
	const widths = indents.filter((indent) => indent.startsWith(" ")).map(({ length }) => length);
	// Deeper lines are multiples of the unit; one line that is aligned with another does not count.
	const unit = [4, 2, 3, 8].find((size) => widths.filter((width) => width % size === 0).length >= widths.length * 0.9);
	const isEight = widths.length > 0 && widths.every((width) => width % 8 === 0);
	return { tabSize: widths.length === 0 ? 4 : isEight ? 8 : (unit ?? 2), insertSpaces: true };
}
