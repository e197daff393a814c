import { type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { type OpenDocument, openDocument } from "../documents/open-document.ts";
import { noServer } from "../servers/find-client.ts";
import { type Collected, collectDiagnostics } from "./collect.ts";
import { diagnosticLine, summarizeDiagnostics } from "./format-diagnostics.ts";

export const maxWaitMs = 3000;
const maxMessages = 50;

/** The problems of one file, from all of its servers. */
export async function fileDiagnostics(call: LspCall, requestedPath: string): Promise<LspOutput> {
	const document = await openDocument(requestedPath, call.ports);
	if (call.servers.forFile(document.path).length === 0) throw await noServer(call);
	const collected = await collectDiagnostics(call, document, maxWaitMs);
	const { answered } = collected;
	if (answered.length === 0) call.signal.throwIfAborted();
	const missing = missingLines(collected);
	const text = [...problemLines(collected, document), ...missing].join("\n");
	if (answered.length === 0) throw new SoftFailure(text);
	return lspOutput(call, text, { serverName: answered.join(", ") });
}

function problemLines({ diagnostics, answered, silent, failed }: Collected, { shownPath }: OpenDocument): string[] {
	if (diagnostics.length > 0) {
		return [`${summarizeDiagnostics(diagnostics)}:`, `# ${shownPath}`, ...diagnosticRows(diagnostics)];
	}
	if (silent.length + failed.length === 0) return ["OK"];
	return answered.length > 0 ? [`No problems from ${answered.join(", ")}`] : [];
}

export function diagnosticRows(diagnostics: Collected["diagnostics"], max = maxMessages): string[] {
	const rows = diagnostics.slice(0, max).map((diagnostic) => diagnosticLine(undefined, diagnostic));
	return diagnostics.length > max ? [...rows, `  ... ${diagnostics.length - max} more`] : rows;
}

/** Who did not answer, and who could not. */
export function missingLines({ silent, failed }: Pick<Collected, "silent" | "failed">): string[] {
	return [
		...silent.map(({ name, seconds }) => `no answer from ${name} in ${seconds} s`),
		...failed.map((problem) => `LSP error: ${problem}`),
	];
}
