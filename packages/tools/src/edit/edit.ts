import type { AgentTool, ToolDefinition } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Action } from "@oh-my-pi/pi-policy/action";
import { unknownEffects } from "@oh-my-pi/pi-policy/call-effects";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { pathBase } from "../files/mutate/ports.ts";
import { namedPaths } from "../files/paths/named-paths.ts";
import type { EditMode } from "../services/edit-mode.ts";
import type { ToolServices } from "../services/services.ts";
import { approvalRows } from "./approval-rows.ts";
import { type EditPorts, editPorts } from "./edit-ports.ts";
import { type EditForm, formArguments, formSchema } from "./forms/form.ts";
import { readForm } from "./forms/read-form.ts";
import { editTraits, toolsByMode } from "./modes.ts";
import type { EditParams } from "./preview-edit.ts";
import { editSettings } from "./settings.ts";

export const edit: BuiltInTool = {
	...editTraits,
	summary: "Edit files",
	sample: async () => (await import("./sample.data.ts")).editSample,
	settings: [editSettings],
	create: (services: Pick<ToolServices, "settings" | "workspace" | "files" | "editing">) =>
		editTool(editPorts(services)),
};

/** One tool with four wire contracts; see `chooseEditMode`. */
export function editTool(deps: EditPorts & { readonly mode: EditMode }): AgentTool {
	return withOtherForms(toolsByMode[deps.mode](deps), deps);
}

/** The same tool that also does what is asked in another notation. */
function withOtherForms(tool: AgentTool, deps: EditPorts & { readonly mode: EditMode }): AgentTool {
	const base = tool as ToolDefinition<EditParams, unknown>;
	const { mode } = deps;
	const formOf = (params: EditParams) => readForm({ ...params }, mode);
	const forms = judgedCalls(formAction, () => pathBase(deps));
	const other: ToolDefinition<EditParams, unknown> = {
		...base,
		adapt(args) {
			const form = readForm(args, mode);
			if (!form) return base.adapt?.(args) ?? { arguments: args, notes: [] };
			return { arguments: formArguments(form), notes: [], schema: formSchema };
		},
		approval(params) {
			const form = formOf(params);
			if (form) return forms.approval(form);
			return typeof base.approval === "function" ? base.approval(params) : (base.approval ?? "write");
		},
		async callEffects(params) {
			const form = formOf(params);
			return form ? forms.callEffects(form) : (base.callEffects?.(params) ?? unknownEffects);
		},
		approvalDetails(params) {
			const form = formOf(params);
			return form ? formRows(form) : (base.approvalDetails?.(params) ?? []);
		},
		async validateWhileStreaming(params, options = {}) {
			// Half of another notation cannot be told from ours.
			const form = options.isComplete ? formOf(params) : undefined;
			if (!form) return base.validateWhileStreaming?.(params, options);
			// Later ones may need what the first has changed.
			const [first] = form.kind === "replace" ? form.replacements : [];
			return first && (await import("./early-problem.ts")).replaceProblem({ ...first }, deps, options);
		},
		async execute(params, call) {
			const form = formOf(params);
			if (!form) return base.execute(params, call);
			return (await import("./execute-form.ts")).executeForm(form, call, deps);
		},
	};
	return other as AgentTool;
}

async function formAction(form: EditForm): Promise<Action> {
	const paths = (await import("./forms/form-paths.ts")).formPaths(form);
	return form.kind === "view" ? { kind: "read", paths: namedPaths(paths) } : { kind: "write", paths };
}

function formRows(form: EditForm): readonly string[] {
	if (form.kind === "replace") return form.replacements.flatMap((replacement) => approvalRows(replacement));
	if (form.kind === "patch") return approvalRows({ input: form.text });
	return approvalRows({ path: form.path, old_string: "", new_string: form.kind === "view" ? "" : form.text });
}
