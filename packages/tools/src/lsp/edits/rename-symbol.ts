import { type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { pointAt } from "../navigation/ask-server.ts";
import { applyOperations, checkOperations } from "./apply-operations.ts";
import { previewRows } from "./operation-rows.ts";
import { ProjectFiles } from "./project-files.ts";
import { planServerEdit, requestEdit } from "./server-edit.ts";

const method = "textDocument/rename";

export async function renameSymbol(call: LspCall): Promise<LspOutput> {
	const { new_name: newName, apply = true } = call.params;
	if (newName === undefined || newName.trim() === "") {
		throw new SoftFailure("Error: new_name parameter required for rename");
	}
	const { client, document, request } = await pointAt(call, method);
	const serverName = client.definition.name;
	const files = new ProjectFiles(call.ports, [document.path]);
	const ask = () => client.request(method, { ...request, newName }, { signal: call.signal });
	const answer = await requestEdit(client, files, ask);
	const operations = answer ? await planServerEdit(call, client, files, answer) : [];
	if (operations.length === 0) throw new SoftFailure("Rename returned no edits", { serverName });
	if (!apply) {
		await checkOperations(operations, files);
		const rows = previewRows(operations, call.ports.cwd()).map((row) => `  ${row}`);
		return lspOutput(call, ["Rename preview:", ...rows].join("\n"), { serverName });
	}
	const { rows, diffs } = await applyOperations(call, operations, files);
	return lspOutput(call, ["Applied rename:", ...rows.map((row) => `  ${row}`)].join("\n"), { serverName, diffs });
}
