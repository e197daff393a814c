import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { FindTarget } from "../../files/open/find-target.ts";
import { emptyOutput, type LspCall, type LspOutput, lspOutput } from "../call/lsp-call.ts";
import { openDocument } from "../documents/open-document.ts";
import { showLocation } from "../documents/show-location.ts";
import { collectDiagnostics } from "./collect.ts";
import { diagnosticRows, maxWaitMs, missingLines } from "./file-diagnostics.ts";
import { summarizeDiagnostics } from "./format-diagnostics.ts";

const maxFiles = 20;
const waitPerFileMs = 400;
const maxMessagesPerFile = 20;
/** A tree without end is not walked to its end. */
const maxFound = 100_000;

/** The problems of the files that a glob fits or a folder holds, a section each. */
export async function globDiagnostics(
	call: LspCall,
	requestedPath: string,
	target: FindTarget & { readonly kind: "glob" },
): Promise<LspOutput> {
	const found = await findFiles(call, target);
	if (found.length === 0) return emptyOutput(call, `No files match ${requestedPath}`);
	const files = found.slice(0, maxFiles);
	// They are waited for together: what one file does not need is there for the others.
	const waitMs = Math.max(maxWaitMs, waitPerFileMs * files.length);
	const sections = await Promise.all(files.map((path) => fileSection(call, path, waitMs)));
	if (sections.every(({ isAnswered }) => !isAnswered)) call.signal.throwIfAborted();
	const warning =
		found.length > maxFiles ? [`⚠ ${found.length} files match ${requestedPath}; only ${maxFiles} were checked`] : [];
	const text = [...warning, ...sections.flatMap(({ lines }) => lines)].join("\n");
	return lspOutput(call, text, { success: sections.some(({ isAnswered }) => isAnswered) });
}

/** Of a folder, those that a server is for; in the order of their names. */
async function findFiles({ ports, servers, signal }: LspCall, { root, pattern }: FindTarget & { kind: "glob" }) {
	const found: string[] = [];
	const isFolder = pattern === "**/*";
	const onPaths = (paths: readonly string[]) => {
		for (const path of paths) {
			if (path.endsWith("/") || found.length >= maxFound) continue;
			const full = `${root}/${path}`;
			if (!isFolder || servers.forFile(full).length > 0) found.push(full);
		}
	};
	await ports.finder.glob(pattern, { root, hidden: true, gitignore: true, signal, onPaths });
	return found.sort();
}

interface Section {
	readonly lines: readonly string[];
	readonly isAnswered: boolean;
}

async function fileSection(call: LspCall, path: string, waitMs: number): Promise<Section> {
	const shownPath = showLocation(path, call.ports.cwd());
	const problem = (text: string) => ({ lines: [`✘ ${shownPath}: ${text}`], isAnswered: false });
	if (call.servers.forFile(path).length === 0) return problem("No language server found");
	// The user was not asked about it, as it was not named.
	if (isKeyFile(path, call.ports)) return problem("may hold keys; name it outright");
	try {
		const collected = await collectDiagnostics(call, await openDocument(path, call.ports), waitMs);
		const { diagnostics, answered } = collected;
		const missing = missingLines(collected);
		if (answered.length === 0) return problem(missing.join("; "));
		const summary = summarizeDiagnostics(diagnostics);
		const isGood = diagnostics.length === 0 && missing.length === 0;
		const title = [...(diagnostics.length === 0 && missing.length > 0 ? [] : [summary]), ...missing].join("; ");
		const lines = [`${isGood ? "✓" : "✘"} ${shownPath}: ${title}`, ...diagnosticRows(diagnostics, maxMessagesPerFile)];
		return { lines, isAnswered: true };
	} catch (error) {
		if (error instanceof ToolError) return problem(errorMessage(error));
		throw error;
	}
}
