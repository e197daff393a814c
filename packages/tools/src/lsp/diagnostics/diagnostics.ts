import { pathBase } from "../../files/mutate/ports.ts";
import { findTarget } from "../../files/open/find-target.ts";
import { type LspCall, type LspOutput, SoftFailure } from "../call/lsp-call.ts";

/** The problems of a file, of those that a glob fits, or of the whole project. */
export async function runDiagnostics(call: LspCall): Promise<LspOutput> {
	const { file = "" } = call.params;
	if (file.trim() === "") {
		throw new SoftFailure("Error: file parameter required. Use `*` for workspace scope where supported.");
	}
	if (file === "*") return (await import("./workspace-diagnostics.ts")).workspaceDiagnostics(call);
	const target = await findTarget(file, { ...pathBase(call.ports), finder: call.ports.finder, signal: call.signal });
	if (target.kind === "glob") return (await import("./glob-diagnostics.ts")).globDiagnostics(call, file, target);
	return (await import("./file-diagnostics.ts")).fileDiagnostics(call, file);
}
