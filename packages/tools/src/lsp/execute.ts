import { ToolAbortError, type ToolCallContext, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ServerError } from "@oh-my-pi/pi-lsp/contract/server-error";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { deadline, timeLimit } from "../contract/time-limit.ts";
import { pathBase } from "../files/mutate/ports.ts";
import {
	type LspCall,
	type LspDetails,
	type LspOutput,
	type LspPorts,
	lspOutput,
	SoftFailure,
} from "./call/lsp-call.ts";
import { isWriting, type LspParams } from "./call/parameters.ts";

const range = { default: 20, min: 5, max: 300 };

export async function executeLsp(
	params: LspParams,
	{ id, signal }: ToolCallContext<LspDetails>,
	ports: LspPorts,
): Promise<LspOutput> {
	const { action } = params;
	if (isWriting(action) && ports.isTreeReadOnly?.()) {
		throw new ToolError(
			`Plan mode: nothing may be changed, so lsp ${action} is not available. Looking things up is: diagnostics, definition, references, hover, symbols and the like.`,
		);
	}
	const { maxTimeoutSeconds: cap } = ports;
	const limit = timeLimit(params.timeout, { ...range, cap }, { zeroIsNone: false });
	const timeoutSeconds = limit.seconds ?? range.default;
	using time = deadline(timeoutSeconds, signal);
	const waiting: LspCall["waiting"] = { for: undefined };
	try {
		const { file = "" } = params;
		const isFile = file.trim() !== "" && !/[*?{]/.test(file);
		const servers = await ports.languages.load(isFile ? [resolvePath(file, pathBase(ports))] : []);
		const output = await runAction({
			id,
			params,
			ports,
			servers,
			signal: time.signal,
			isTimeUp: () => time.isOver,
			timeoutSeconds,
			waiting,
		});
		return withNotices(output, limit.notices);
	} catch (error) {
		if (signal.aborted) throw new ToolAbortError();
		if (time.isOver) throw timedOut(params, timeoutSeconds, waiting.for, error);
		if (error instanceof SoftFailure) {
			const { serverName } = error;
			return withNotices(lspOutput({ params }, error.message, { success: false, serverName }), limit.notices);
		}
		if (error instanceof ServerError) {
			const { for: serverName } = waiting;
			return lspOutput({ params }, `LSP error: ${error.message}`, { success: false, serverName });
		}
		throw error;
	}
}

async function runAction(call: LspCall): Promise<LspOutput> {
	const { action, file } = call.params;
	switch (action) {
		case "diagnostics":
			return (await import("./diagnostics/diagnostics.ts")).runDiagnostics(call);
		case "definition":
		case "type_definition":
		case "implementation":
			return (await import("./navigation/definitions.ts")).findDefinitions(call, action);
		case "references":
			return (await import("./navigation/references.ts")).findReferences(call);
		case "hover":
			return (await import("./navigation/hover.ts")).showHover(call);
		case "symbols":
			return file === "*"
				? (await import("./navigation/workspace-symbols.ts")).findWorkspaceSymbols(call)
				: (await import("./navigation/file-symbols.ts")).listFileSymbols(call);
		case "status":
			return (await import("./servers/server-actions.ts")).showStatus(call);
		case "capabilities":
			return (await import("./servers/server-actions.ts")).showCapabilities(call);
		case "reload":
			return (await import("./servers/server-actions.ts")).reloadServers(call);
		case "request":
			return (await import("./servers/raw-request.ts")).sendRequest(call);
		case "rename":
			return (await import("./edits/rename-symbol.ts")).renameSymbol(call);
		case "rename_file":
			return (await import("./edits/rename-file.ts")).renameFile(call);
		case "code_actions":
			return (await import("./edits/code-actions.ts")).codeActions(call);
		default:
			return assertNever(action);
	}
}

function withNotices(output: LspOutput, notices: readonly string[]): LspOutput {
	return notices.length > 0 ? { ...output, content: [output.content, ...notices].join("\n") } : output;
}

function timedOut({ action }: LspParams, seconds: number, waitedFor: string | undefined, cause: unknown): ToolError {
	const hint =
		seconds < range.max
			? `It may still be loading the project: try again, or pass a larger timeout (at most ${range.max}).`
			: "It may be stuck: see lsp status, or reload it.";
	const where = waitedFor === undefined ? "" : ` on ${waitedFor}`;
	return new ToolError(`LSP ${action} timed out after ${seconds}s${where}. ${hint}`, { cause });
}
