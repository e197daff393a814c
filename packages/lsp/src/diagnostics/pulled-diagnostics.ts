import { sleep } from "@oh-my-pi/pi-utils/abort";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic } from "vscode-languageserver-types";
import type { RequestOptions } from "../contract/language-client.ts";
import { ServerError } from "../contract/server-error.ts";
import { uriToPath } from "../documents/file-uri.ts";
import type { OpenDocument } from "../documents/open-documents.ts";
import { rpcCodes } from "../rpc/rpc-message.ts";
import { checkedDiagnostics } from "./checked-diagnostics.ts";

export type SendRequest = (method: string, params: unknown, options: RequestOptions) => Promise<unknown>;

interface PulledReport {
	readonly diagnostics: readonly Diagnostic[];
	readonly resultId: string | undefined;
	/** Of the document that was asked about; `undefined` for one that came along. */
	readonly version: number | undefined;
}

const maxReports = 5000;
const firstRetryMs = 50;
const maxRetryMs = 800;

/** Answers to `textDocument/diagnostic`. */
export class PulledDiagnostics {
	/** By path and by the provider in the server. */
	readonly #reports = new Map<string, Map<string, PulledReport>>();

	find(path: string, version: number | undefined): readonly Diagnostic[] | undefined {
		const reports = [...(this.#reports.get(path)?.values() ?? [])];
		const current = reports.filter((report) => version === undefined || (report.version ?? version) >= version);
		return current.length === 0 ? undefined : current.flatMap(({ diagnostics }) => diagnostics);
	}

	forget(path: string): void {
		this.#reports.delete(path);
	}

	/** Asks one provider of the server, again while it says that it was interrupted. */
	async pull(
		document: OpenDocument,
		options: RequestOptions & {
			readonly identifier: string | undefined;
			readonly send: SendRequest;
			readonly localize: (path: string, diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
		},
	): Promise<void> {
		const { identifier = "", localize } = options;
		const answer = await this.#ask(document, options);
		if (!isRecord(answer)) return;
		const keep = (path: string, report: unknown, version: number | undefined) => {
			if (!isRecord(report)) return;
			const previous = this.#reports.get(path)?.get(identifier);
			const resultId = typeof report.resultId === "string" ? report.resultId : undefined;
			const diagnostics =
				report.kind === "unchanged" ? previous?.diagnostics : localize(path, checkedDiagnostics(report.items));
			this.#keep(path, identifier, { diagnostics: diagnostics ?? [], resultId, version });
		};
		keep(document.path, answer, document.version);
		if (!isRecord(answer.relatedDocuments)) return;
		for (const [uri, report] of Object.entries(answer.relatedDocuments)) {
			const path = uriToPath(uri);
			if (path !== undefined && path !== document.path) keep(path, report, undefined);
		}
	}

	async #ask(
		document: OpenDocument,
		options: RequestOptions & { readonly identifier: string | undefined; readonly send: SendRequest },
	): Promise<unknown> {
		const { identifier, send, signal, timeoutMs = 3000 } = options;
		const deadline = performance.now() + timeoutMs;
		const previousResultId = this.#reports.get(document.path)?.get(identifier ?? "")?.resultId;
		const params = {
			textDocument: { uri: document.uri },
			...(identifier !== undefined && { identifier }),
			...(previousResultId !== undefined && { previousResultId }),
		};
		for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, maxRetryMs)) {
			const leftMs = Math.ceil(deadline - performance.now());
			try {
				return await send("textDocument/diagnostic", params, { signal, timeoutMs: Math.max(leftMs, 1) });
			} catch (error) {
				if (isTimeout(error)) return undefined;
				if (!mayRetry(error)) throw error;
				if (deadline - performance.now() <= retryMs) return undefined;
				await sleep(retryMs, { signal });
			}
		}
	}

	#keep(path: string, identifier: string, report: PulledReport): void {
		const reports = this.#reports.get(path) ?? new Map<string, PulledReport>();
		reports.set(identifier, report);
		this.#reports.delete(path);
		this.#reports.set(path, reports);
		const [oldest] = this.#reports.keys();
		if (this.#reports.size > maxReports && oldest !== undefined) this.#reports.delete(oldest);
	}
}

export function isTimeout(error: unknown): boolean {
	return error instanceof ServerError && error.kind === "timeout";
}

/** The server was interrupted, by a change or by other work. */
function mayRetry(error: unknown): boolean {
	if (!(error instanceof ServerError)) return false;
	if (error.code === rpcCodes.contentModified) return true;
	return error.code === rpcCodes.serverCancelled && !(isRecord(error.data) && error.data.retriggerRequest === false);
}
