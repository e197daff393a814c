import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { pathToUri } from "@oh-my-pi/pi-lsp/documents/file-uri";
import type { Position } from "vscode-languageserver-types";
import { type LspCall, SoftFailure } from "../call/lsp-call.ts";
import { type OpenDocument, openDocument } from "../documents/open-document.ts";
import { findPosition, mustNameSymbol } from "../documents/symbol-position.ts";
import { findClient, findClients } from "../servers/find-client.ts";

export interface PointedAt {
	readonly client: LanguageClient;
	readonly document: OpenDocument;
	/** As we count it. */
	readonly position: Position;
	/** What requests about a place take, as the server counts it. */
	readonly request: { readonly textDocument: { readonly uri: string }; readonly position: Position };
}

/** The file that a call names, open at the server that answers a method, and the place it points at. */
export async function pointAt(call: LspCall, method: string): Promise<PointedAt> {
	const document = await openDocument(requireFile(call), call.ports);
	return pointWith(call, document, await findClient(call, document.path, method));
}

/** The same at every server that answers a method, linters among them. */
export async function pointAtAll(call: LspCall, method: string): Promise<PointedAt[]> {
	const document = await openDocument(requireFile(call), call.ports);
	const clients = await findClients(call, document.path, method);
	return Promise.all(clients.map((client) => pointWith(call, document, client)));
}

async function pointWith(call: LspCall, document: OpenDocument, client: LanguageClient): Promise<PointedAt> {
	mustNameSymbol(call.params, client.definition.isProjectAware ?? false);
	const position = findPosition(document, call.params);
	client.sync(document.path, document.text);
	await client.projectLoaded({ signal: call.signal });
	const lineText = document.lines[position.line] ?? "";
	const request = {
		textDocument: { uri: pathToUri(document.path) },
		position: client.toServerPosition(position, lineText),
	};
	return { client, document, position, request };
}

export function requireFile({ params: { file } }: LspCall): string {
	if (file !== undefined && file.trim() !== "" && file !== "*") return file;
	throw new SoftFailure("Error: file parameter required. Use `*` for workspace scope where supported.");
}
