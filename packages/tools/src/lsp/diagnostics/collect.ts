import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { pathToUri } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Diagnostic } from "vscode-languageserver-types";
import type { LspCall } from "../call/lsp-call.ts";
import type { OpenDocument } from "../documents/open-document.ts";
import { startClient } from "../servers/find-client.ts";
import { dedupeDiagnostics, sortDiagnostics } from "./format-diagnostics.ts";

/** What the servers of a file answered, and which did not. */
export interface Collected {
	readonly diagnostics: readonly Diagnostic[];
	readonly answered: readonly string[];
	/** With how long each was waited for. */
	readonly silent: ReadonlyArray<{ readonly name: string; readonly seconds: number }>;
	/** `eslint: program crashed`, of those that failed. */
	readonly failed: readonly string[];
}

type Answer =
	| { readonly kind: "answered"; readonly diagnostics: readonly Diagnostic[] }
	| { readonly kind: "silent"; readonly seconds: number }
	| { readonly kind: "failed"; readonly problem: string };

/** Asks all servers of a file at once, and waits so long for each that runs. */
export async function collectDiagnostics(call: LspCall, document: OpenDocument, waitMs: number): Promise<Collected> {
	const definitions = call.servers.forFile(document.path);
	const answers = await Promise.all(definitions.map((definition) => askServer(call, definition, document, waitMs)));
	const named = answers.map((answer, index) => ({ answer, name: definitions[index]?.name ?? "" }));
	const found = answers.flatMap((answer) => (answer.kind === "answered" ? answer.diagnostics : []));
	return {
		diagnostics: sortDiagnostics(dedupeDiagnostics(found)),
		answered: named.filter(({ answer }) => answer.kind === "answered").map(({ name }) => name),
		silent: named.flatMap(({ answer, name }) => (answer.kind === "silent" ? [{ name, seconds: answer.seconds }] : [])),
		failed: named.flatMap(({ answer, name }) => (answer.kind === "failed" ? [`${name}: ${answer.problem}`] : [])),
	};
}

async function askServer(
	call: LspCall,
	definition: ServerDefinition,
	{ path, text }: OpenDocument,
	waitMs: number,
): Promise<Answer> {
	const { signal } = call;
	try {
		if (definition.linterProgram !== undefined) {
			const diagnostics = await call.servers.lint(definition, path, text, { signal });
			return { kind: "answered", diagnostics };
		}
		const wasRunning = call.servers.runningClient(definition.name) !== undefined;
		const client = await startClient(call, definition);
		client.sync(path, text);
		if (!wasRunning) await firstAnswer(client, path, signal);
		const loading = { isOver: false };
		const loaded = client.projectLoaded({ signal }).finally(() => {
			loading.isOver = true;
		});
		// It rejects with an abort, which the question below hears of too.
		loaded.catch(() => {});
		let diagnostics = await client.diagnostics(path, { signal, timeoutMs: waitMs });
		if (!diagnostics && !loading.isOver) {
			// Until the project is loaded, nobody could have answered.
			await loaded;
			diagnostics = await client.diagnostics(path, { signal, timeoutMs: waitMs });
		}
		return diagnostics ? { kind: "answered", diagnostics } : { kind: "silent", seconds: waitMs / 1000 };
	} catch (error) {
		if (!signal.aborted) return { kind: "failed", problem: errorMessage(error) };
		// What others answered is worth more than that the time is up.
		if (call.isTimeUp()) return { kind: "silent", seconds: call.timeoutSeconds };
		throw error;
	}
}

const outlineMethod = "textDocument/documentSymbol";
const firstAnswerMs = 15_000;

/** A server that has just been started is not silent: it cannot answer before it has read the file. */
async function firstAnswer(client: LanguageClient, path: string, signal: AbortSignal): Promise<void> {
	if (!client.supports(outlineMethod, path)) return;
	const params = { textDocument: { uri: pathToUri(path) } };
	const answer = client.request(outlineMethod, params, { signal, timeoutMs: firstAnswerMs });
	await ignoreFailure(answer, "only that it answered counts");
}
