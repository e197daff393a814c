import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver-protocol";
import { ServerError } from "../contract/server-error.ts";
import { pathToUri } from "./file-uri.ts";
import { findLanguageId } from "./language-id.ts";
import { encodePosition, type PositionEncoding } from "./position-encoding.ts";
import { findTextChange } from "./text-change.ts";

export interface OpenDocument {
	readonly path: string;
	readonly uri: string;
	readonly languageId: string;
	readonly version: number;
	readonly text: string;
}

export interface OpenDocumentsOptions {
	readonly notify: (method: string, params: unknown) => void;
	/** What all files are opened as, where their names do not tell. */
	readonly languageId?: string | undefined;
	readonly wantsIncremental: (path: string) => boolean;
	readonly encoding: () => PositionEncoding;
	readonly onClosed: (path: string) => void;
	readonly maxOpen?: number;
}

const defaultMaxOpen = 200;
const maxDocumentChars = 16 * 1024 * 1024;

/** The documents that a server has open, with the texts that it knows. */
export class OpenDocuments {
	readonly #options: OpenDocumentsOptions;
	/** The one that was synced last is last. */
	readonly #documents = new Map<string, OpenDocument>();

	constructor(options: OpenDocumentsOptions) {
		this.#options = options;
	}

	get size(): number {
		return this.#documents.size;
	}

	/** The one that was synced last. */
	get latest(): OpenDocument | undefined {
		return [...this.#documents.values()].at(-1);
	}

	find(path: string): OpenDocument | undefined {
		return this.#documents.get(path);
	}

	/** Opens the document or sends what changed in it. */
	sync(path: string, text: string): OpenDocument {
		if (text.length > maxDocumentChars) {
			throw new ServerError(
				"protocol",
				`${path} is too large for a language server: ${text.length} characters, more than ${maxDocumentChars}`,
			);
		}
		const known = this.#documents.get(path);
		const document = known ? this.#change(known, text) : this.#open(path, text);
		this.#documents.delete(path);
		this.#documents.set(path, document);
		this.#closeOldest();
		return document;
	}

	close(path: string): void {
		const document = this.#documents.get(path);
		if (!document) return;
		this.#documents.delete(path);
		this.#options.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
		this.#options.onClosed(path);
	}

	#open(path: string, text: string): OpenDocument {
		const languageId = findLanguageId(path) ?? this.#options.languageId ?? "plaintext";
		const uri = pathToUri(path);
		this.#options.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
		return { path, uri, languageId, version: 1, text };
	}

	#change(document: OpenDocument, text: string): OpenDocument {
		if (document.text === text) return document;
		const version = document.version + 1;
		const isIncremental = this.#options.wantsIncremental(document.path);
		const change = isIncremental ? describeChange(document.text, text, this.#options.encoding()) : { text };
		this.#options.notify("textDocument/didChange", {
			textDocument: { uri: document.uri, version },
			contentChanges: [change],
		});
		return { ...document, version, text };
	}

	#closeOldest(): void {
		const { maxOpen = defaultMaxOpen } = this.#options;
		for (const path of this.#documents.keys()) {
			if (this.#documents.size <= maxOpen) return;
			this.close(path);
		}
	}
}

function describeChange(before: string, after: string, encoding: PositionEncoding): TextDocumentContentChangeEvent {
	// Servers disagree on whether a lone carriage return ends a line.
	if (hasLoneCarriageReturn(before) || hasLoneCarriageReturn(after)) return { text: after };
	const { start, end, text } = findTextChange(before, after);
	const range = { start: locate(before, start, encoding), end: locate(before, end, encoding) };
	return { range, text };
}

function hasLoneCarriageReturn(text: string): boolean {
	return text.includes("\r") && /\r(?!\n)/.test(text);
}

function locate(text: string, offset: number, encoding: PositionEncoding): Position {
	let line = 0;
	let lineStart = 0;
	for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", lineStart)) {
		line++;
		lineStart = end + 1;
	}
	return encodePosition({ line, character: offset - lineStart }, text.slice(lineStart, offset), encoding);
}
