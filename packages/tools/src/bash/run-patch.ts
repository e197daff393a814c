import type { ToolApproval, ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { executeForm } from "../edit/forms/execute.ts";
import type { EditForm } from "../edit/forms/form.ts";
import { formPaths } from "../edit/forms/form-paths.ts";
import { writeApproval } from "../shared/mutate/outside-workspace.ts";
import { pathBase } from "../shared/mutate/ports.ts";
import type { BashDeps, BashParams } from "./bash.ts";
import { folderOf } from "./folder-of.ts";
import { patchCommand } from "./patch-command.ts";
import type { BashDetails } from "./result.ts";

/** A patch is judged as an edit of the same files. */
export function patchApproval(params: BashParams, deps: BashDeps): ToolApproval | undefined {
	const form = patchForm(params, deps);
	return form && deps.edits && writeApproval(formPaths(form), pathBase(deps.edits));
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
	return found && { kind: "patch", text: found.patch, folder: folderOf(found.cwd, deps) };
}
