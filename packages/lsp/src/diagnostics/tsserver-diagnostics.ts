import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import type { RequestOptions } from "../contract/language-client.ts";
import type { OpenDocument } from "../documents/open-documents.ts";
import { checkedDiagnostics } from "./checked-diagnostics.ts";
import { isTimeout, type SendRequest } from "./pulled-diagnostics.ts";

/** With this command typescript-language-server passes a request on to tsserver. */
export const tsserverCommand = "typescript.tsserverRequest";

/** Suggestions such as unused names are left out: they are no problems of the code. */
const requests = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"] as const;

/**
 * Errors of a file from tsserver itself. typescript-language-server publishes them late, in parts, without a version, and not
 * at all while there are none, so what it publishes cannot tell whether an edit is right. `undefined` when there is no answer.
 */
export async function askTsserver(
	{ uri }: OpenDocument,
	{ send, signal, timeoutMs }: RequestOptions & { readonly send: SendRequest },
): Promise<Diagnostic[] | undefined> {
	const ask = (command: string) =>
		send(
			"workspace/executeCommand",
			{ command: tsserverCommand, arguments: [command, { file: uri }] },
			{ signal, ...(timeoutMs !== undefined && { timeoutMs }) },
		);
	try {
		const answers = await Promise.all(requests.map(ask));
		const bodies = answers.map((answer) => (isRecord(answer) ? answer.body : undefined));
		if (!bodies.every((body): body is unknown[] => Array.isArray(body))) return undefined;
		return checkedDiagnostics(bodies.flat().flatMap((item) => translate(item) ?? []));
	} catch (error) {
		if (isTimeout(error)) return undefined;
		throw error;
	}
}

/** Resolves when tsserver has loaded the project of a file: its answers wait for that. What it reports by itself may come late. */
export async function awaitTsserverProject(
	{ uri }: OpenDocument,
	{ send, ...options }: RequestOptions & { readonly send: SendRequest },
): Promise<void> {
	const args = ["projectInfo", { file: uri, needFileNameList: false }];
	await send("workspace/executeCommand", { command: tsserverCommand, arguments: args }, options);
}

const severities: Readonly<Record<string, DiagnosticSeverity>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

function translate(item: unknown): unknown {
	if (!isRecord(item)) return undefined;
	const { start, end, text, code, category, source, reportsUnnecessary, reportsDeprecated } = item;
	const tags: DiagnosticTag[] = [
		...(reportsUnnecessary ? [1 as const] : []),
		...(reportsDeprecated ? [2 as const] : []),
	];
	return {
		range: { start: translatePosition(start), end: translatePosition(end) },
		message: text,
		severity: severities[String(category)] ?? 1,
		code,
		source: typeof source === "string" ? source : "typescript",
		...(tags.length > 0 && { tags }),
	};
}

/** Lines and columns of tsserver count from 1. */
function translatePosition(position: unknown): unknown {
	if (!isRecord(position)) return undefined;
	return { line: Number(position.line) - 1, character: Number(position.offset) - 1 };
}
