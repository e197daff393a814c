import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { pathToUri } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { type OpenDocument, openDocument } from "../documents/open-document.ts";
import { findPosition } from "../documents/symbol-position.ts";
import { isTypeServer, noServer, startClient } from "./find-client.ts";

const maxParamsChars = 400;
/** They would end the connection, or make the client know less than the server. */
const reserved = /^(?:initialize|initialized|shutdown|exit|textDocument\/did\w+)$/;

/** Sends a method as it is. */
export async function sendRequest(call: LspCall): Promise<LspOutput> {
	const { query: method = "", payload } = call.params;
	if (method.trim() === "") throw new SoftFailure("Error: query parameter required for request: the method to send");
	if (reserved.test(method))
		throw new SoftFailure(`Error: ${method} is sent by omp itself; use reload to restart a server`);
	const parsed = parsePayload(payload);
	const { file = "" } = call.params;
	const document = file.trim() === "" || file === "*" ? undefined : await openDocument(file, call.ports);
	const client = await chooseClient(call, document);
	if (document) client.sync(document.path, document.text);
	const params = parsed === undefined ? buildParams(call, client, document) : parsed;
	const serverName = client.definition.name;
	const facts = { serverName, request: { method, params } };
	try {
		const result = await client.request(method, params, { signal: call.signal });
		const shown = typeof result === "string" ? result : JSON.stringify(result ?? null, undefined, 2);
		return lspOutput(call, `${serverName} ← ${method}:\n${shown}`, facts);
	} catch (error) {
		call.signal.throwIfAborted();
		const text = JSON.stringify(params) ?? "none";
		const shown = text.length > maxParamsChars ? `${text.slice(0, maxParamsChars)}…` : text;
		const problem = `LSP error from ${serverName} on ${method}: ${errorMessage(error)}`;
		return lspOutput(call, `${problem}\n  params: ${shown}`, { ...facts, success: false });
	}
}

function parsePayload(payload: string | undefined): unknown {
	if (payload === undefined || payload.trim() === "") return undefined;
	try {
		return JSON.parse(payload);
	} catch (error) {
		throw new SoftFailure(`Error: payload is not valid JSON: ${errorMessage(error)}`);
	}
}

async function chooseClient(call: LspCall, document: OpenDocument | undefined): Promise<LanguageClient> {
	const { servers } = call;
	const definitions = (document ? servers.forFile(document.path) : servers.definitions).filter(
		({ linterProgram }) => linterProgram === undefined,
	);
	const sorted = definitions.toSorted((a, b) => Number(!isTypeServer(a)) - Number(!isTypeServer(b)));
	const running = document ? undefined : sorted.find(({ name }) => servers.runningClient(name));
	const definition = running ?? sorted[0];
	if (!definition) throw await noServer(call);
	return startClient(call, definition);
}

/** The document and the place, as most methods take them; nothing without a file. */
function buildParams(call: LspCall, client: LanguageClient, document: OpenDocument | undefined): unknown {
	if (!document) return undefined;
	const textDocument = { uri: pathToUri(document.path) };
	const { line, symbol, column } = call.params;
	if (line === undefined && symbol === undefined && column === undefined) return { textDocument };
	const position = findPosition(document, call.params);
	return { textDocument, position: client.toServerPosition(position, document.lines[position.line] ?? "") };
}
