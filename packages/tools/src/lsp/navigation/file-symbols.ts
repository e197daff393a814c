import { pathToUri } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { emptyOutput, type LspCall, type LspOutput, lspOutput } from "../call/lsp-call.ts";
import { openDocument } from "../documents/open-document.ts";
import { findClient } from "../servers/find-client.ts";
import { requireFile } from "./ask-server.ts";
import { isRange } from "./locations.ts";
import { symbolKinds } from "./symbol-kinds.data.ts";

const method = "textDocument/documentSymbol";
const maxSymbols = 2000;
const maxDepth = 30;

/** The outline of a file. */
export async function listFileSymbols(call: LspCall): Promise<LspOutput> {
	const document = await openDocument(requireFile(call), call.ports);
	const client = await findClient(call, document.path, method);
	const { name: serverName } = client.definition;
	client.sync(document.path, document.text);
	const params = { textDocument: { uri: pathToUri(document.path) } };
	const answer = await client.request(method, params, { signal: call.signal });
	const rows = outlineRows(answer);
	if (rows.length === 0) return emptyOutput(call, `No symbols in ${document.shownPath}`, serverName);
	const more = rows.length > maxSymbols ? [`... ${rows.length - maxSymbols} more`] : [];
	const text = [`Symbols in ${document.shownPath}:`, ...rows.slice(0, maxSymbols), ...more].join("\n");
	return lspOutput(call, text, { serverName });
}

/** `function greet @ line 3`, what is inside of it two spaces further in. */
export function outlineRows(answer: unknown, depth = 0): string[] {
	if (!Array.isArray(answer) || depth > maxDepth) return [];
	const symbols = answer.flatMap((symbol) => {
		if (!isRecord(symbol) || typeof symbol.name !== "string") return [];
		const { selectionRange, range, location } = symbol;
		const place = [selectionRange, range, isRecord(location) ? location.range : undefined].find(isRange);
		return place ? [{ symbol, line: place.start.line }] : [];
	});
	return symbols
		.sort((a, b) => a.line - b.line)
		.flatMap(({ symbol, line }) => [
			`${"  ".repeat(depth)}${symbolText(symbol)} @ line ${line + 1}`,
			...outlineRows(symbol.children, depth + 1),
		]);
}

/** `method greet`, with what tells apart symbols of one name. */
export function symbolText({ name, kind }: Readonly<Record<string, unknown>>): string {
	const icon = (typeof kind === "number" && symbolKinds[kind - 1]) || "symbol";
	return `${icon} ${String(name)
		.replace(/[\s\p{Cc}]+/gu, " ")
		.slice(0, 200)}`;
}
