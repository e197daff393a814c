import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic, Position, Range } from "vscode-languageserver-types";
import type { RequestOptions } from "../contract/language-client.ts";
import { uriToPath } from "../documents/file-uri.ts";
import { LineIndex } from "../documents/line-index.ts";
import type { OpenDocument } from "../documents/open-documents.ts";
import { checkedDiagnostics } from "./checked-diagnostics.ts";
import { PulledDiagnostics, type SendRequest } from "./pulled-diagnostics.ts";
import { PushedDiagnostics } from "./pushed-diagnostics.ts";
import { askTsserver } from "./tsserver-diagnostics.ts";

export interface DocumentDiagnosticsOptions {
	readonly send: SendRequest;
	readonly findDocument: (path: string) => OpenDocument | undefined;
	/** The providers of `textDocument/diagnostic` for a file; none when the server only pushes. */
	readonly pullIdentifiers: (path: string) => ReadonlyArray<string | undefined>;
	/** Calls back when the server has registered or taken back a capability; returns how to stop that. */
	readonly onRegistered: (listener: () => void) => () => void;
	/** Whether it passes requests on to tsserver. */
	readonly hasTsserver: () => boolean;
	/** `undefined` when the server counts columns as JavaScript does. */
	readonly toLocalPosition: () => ((position: Position, lineText: string) => Position) | undefined;
}

const defaultTimeoutMs = 3000;
const maxPullRounds = 3;

/** What a server says about files, in whichever way it says it. */
export class DocumentDiagnostics {
	readonly #options: DocumentDiagnosticsOptions;
	readonly #pushed = new PushedDiagnostics();
	readonly #pulled = new PulledDiagnostics();
	readonly #asked = new Map<string, { readonly version: number; readonly diagnostics: readonly Diagnostic[] }>();

	#refreshes = 0;

	constructor(options: DocumentDiagnosticsOptions) {
		this.#options = options;
	}

	/** `textDocument/publishDiagnostics` has come. */
	receive(params: unknown): void {
		if (!isRecord(params) || typeof params.uri !== "string") return;
		const path = uriToPath(params.uri);
		if (path === undefined) return;
		this.#pushed.receive(path, {
			diagnostics: this.#localize(path, checkedDiagnostics(params.diagnostics)),
			version: typeof params.version === "number" ? params.version : undefined,
			openVersion: this.#options.findDocument(path)?.version,
			receivedAtMs: performance.now(),
		});
	}

	/** Of the version that the server has, or of a file that is not open. */
	known(path: string): readonly Diagnostic[] | undefined {
		const version = this.#options.findDocument(path)?.version;
		const asked = this.#asked.get(path);
		if (asked && asked.version === version) return asked.diagnostics;
		const pulled = this.#pulled.find(path, version);
		const pushed = this.#pushed.find(path, version)?.diagnostics;
		return pulled && pushed ? [...pulled, ...pushed] : (pulled ?? pushed);
	}

	/** Asks for those of an open document, or waits for them. `undefined` when no answer comes in time. */
	async fresh(
		document: OpenDocument,
		{ signal, timeoutMs = defaultTimeoutMs }: RequestOptions,
	): Promise<readonly Diagnostic[] | undefined> {
		const { send, pullIdentifiers, hasTsserver } = this.#options;
		const { path, version } = document;
		if (hasTsserver()) {
			const diagnostics = await askTsserver(document, { send, signal, timeoutMs });
			if (diagnostics) this.#asked.set(path, { version, diagnostics });
			return diagnostics;
		}
		const deadline = performance.now() + timeoutMs;
		if (pullIdentifiers(path).length === 0) {
			const pushed = await this.#waitForPush(document, { signal, timeoutMs });
			if (pushed !== "pull") return pushed;
		}
		// A refresh that comes meanwhile says that the answer was about an older state.
		for (let round = 0, refreshes = -1; refreshes !== this.#refreshes && round < maxPullRounds; round++) {
			refreshes = this.#refreshes;
			const leftMs = deadline - performance.now();
			if (leftMs <= 0) break;
			await this.#pull(document, { signal, timeoutMs: leftMs });
		}
		const pulled = this.#pulled.find(path, version);
		return pulled && [...pulled, ...(this.#pushed.find(path, version)?.diagnostics ?? [])];
	}

	/** `"pull"` when the server registers meanwhile that it wants to be asked; many do so only after the handshake. */
	async #waitForPush(
		{ path, version }: OpenDocument,
		{ signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
	): Promise<readonly Diagnostic[] | "pull" | undefined> {
		const mayPull = new AbortController();
		const unlisten = this.#options.onRegistered(() => {
			if (this.#options.pullIdentifiers(path).length > 0) mayPull.abort();
		});
		try {
			return await this.#pushed.wait({ path, version, signal: AbortSignal.any([signal, mayPull.signal]), timeoutMs });
		} catch (error) {
			if (mayPull.signal.aborted && !signal.aborted) return "pull";
			throw error;
		} finally {
			unlisten();
		}
	}

	async #pull(document: OpenDocument, options: RequestOptions): Promise<void> {
		const { send, pullIdentifiers } = this.#options;
		const localize = (path: string, diagnostics: readonly Diagnostic[]) => this.#localize(path, diagnostics);
		await Promise.all(
			pullIdentifiers(document.path).map((identifier) =>
				this.#pulled.pull(document, { ...options, identifier, send, localize }),
			),
		);
	}

	/** `workspace/diagnostic/refresh` has come. */
	refresh(): void {
		this.#refreshes++;
	}

	forget(path: string): void {
		this.#asked.delete(path);
		this.#pulled.forget(path);
		this.#pushed.forget(path);
	}

	/** Columns as JavaScript counts them, where the text is known. */
	#localize(path: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
		const toLocal = this.#options.toLocalPosition();
		const document = toLocal && this.#options.findDocument(path);
		if (!toLocal || !document) return diagnostics;
		const lines = new LineIndex(document.text);
		const convert = (position: Position) => toLocal(position, lines.lineText(position.line));
		const convertRange = ({ start, end }: Range): Range => ({ start: convert(start), end: convert(end) });
		return diagnostics.map((diagnostic) => ({ ...diagnostic, range: convertRange(diagnostic.range) }));
	}
}
