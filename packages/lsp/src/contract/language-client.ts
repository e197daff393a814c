import type { Diagnostic, Position, Range, UncheckedEdit } from "./protocol.ts";
import type { ServerDefinition } from "./server-definition.ts";

/** A running language server. Paths are absolute; lines and columns count from 0, columns in UTF-16 units as in a JavaScript string. */
export interface LanguageClient {
	readonly definition: ServerDefinition;
	readonly pid: number | undefined;
	/** What the server said it can do, with what it registered later. */
	readonly capabilities: Readonly<Record<string, unknown>>;
	/** Whether it answers a method, for this file. */
	supports(method: string, path?: string): boolean;
	/**
	 * Throws a `ServerError`: kind `response` when the server refuses, `timeout` with the text `LSP request <method> timed out
	 * after <ms>ms`, `closed` when it ended. An aborted one is cancelled there and rejects with the signal's reason.
	 */
	request(method: string, params: unknown, options: RequestOptions): Promise<unknown>;
	notify(method: string, params: unknown): void;

	/** Opens the file with this text, or sends what changed; gives the version that the server has then. */
	sync(path: string, text: string): number;
	/** The text is on disk: `didSave`, and `didChangeWatchedFiles` where the server watches it. */
	saved(path: string, text: string): void;
	/** Files that were created, changed or deleted by others; for servers that watch them. */
	changedOnDisk(
		changes: ReadonlyArray<{ readonly path: string; readonly kind: "created" | "changed" | "deleted" }>,
	): void;
	closeFile(path: string): void;
	isOpen(path: string): boolean;

	/** What is known without asking. */
	knownDiagnostics(path: string): readonly Diagnostic[] | undefined;
	/** Of the version that was synced last, pushed or pulled; `undefined` when no answer comes in time. */
	diagnostics(path: string, options: RequestOptions): Promise<readonly Diagnostic[] | undefined>;
	/** Resolves when the server has loaded the project, or nothing tells that it is loading it. Never rejects but for an abort. */
	projectLoaded(options: { readonly signal: AbortSignal }): Promise<void>;

	/** Positions as the server counts them (utf-8, utf-16 or utf-32), and back. They need the text of the line. */
	toServerPosition(position: Position, lineText: string): Position;
	fromServerPosition(position: Position, lineText: string): Position;
	fromServerRange(range: Range, lineTextAt: (lineIndex: number) => string): Range;

	/** Who applies the edits that the server asks for by itself while this is set; without anybody they are refused. */
	onApplyEdit: ((edit: UncheckedEdit, label: string | undefined) => Promise<ApplyEditResult>) | undefined;
}

export interface RequestOptions {
	readonly signal: AbortSignal;
	readonly timeoutMs?: number;
}

export interface ApplyEditResult {
	readonly applied: boolean;
	readonly failureReason?: string;
}
