import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { executeForm } from "../edit/execute-form.ts";
import type { EditForm } from "../edit/forms/form.ts";
import { formPaths } from "../edit/forms/form-paths.ts";
import type { BashDeps, BashParams } from "./options.ts";
import { patchCommand } from "./patch-command.ts";
import { resolveFolder } from "./resolve-folder.ts";
import type { BashDetails } from "./result.ts";

/** The files that a patch changes, as which it is judged; `undefined` when the command is no patch. */
export function patchedPaths(params: BashParams, deps: BashDeps): readonly string[] | undefined {
	const form = patchForm(params, deps);
	return form && formPaths(form);
}

/** `undefined` when the command is no patch. */
export async function runPatch(
	params: BashParams,
	call: ToolCallContext<BashDetails>,
	deps: BashDeps,
): Promise<ToolOutput<BashDetails> | undefined> {
	const form = patchForm(params, deps);
	if (!form || !deps.edits) return undefined;
	const { content } = await executeForm(form, call, deps.edits);
	return { content };
}

function patchForm(params: BashParams, deps: BashDeps): EditForm | undefined {
	const found = patchCommand(params);
	return found && { kind: "patch", text: found.patch, folder: resolveFolder(found.cwd, deps) };
}
