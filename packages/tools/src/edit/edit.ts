import {
	type AgentTool,
	defineTool,
	type ToolCallContext,
	type ToolDefinition,
	type ToolTraits,
} from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../built-in-tool.ts";
import type { EditMode } from "../services/edit-mode.ts";
import type { ToolServices } from "../services/services.ts";
import { adapter, pathNames } from "../shared/arguments/adapt.ts";
import { readApproval } from "../shared/guarded-files/read-approval.ts";
import { writeApproval } from "../shared/mutate/outside-workspace.ts";
import { pathBase } from "../shared/mutate/ports.ts";
import { changeFacts } from "../shared/paths/call-files.ts";
import { resolvePath } from "../shared/paths/resolve-path.ts";
import type { EditDetails } from "./details.ts";
import { type EditPorts, editPorts } from "./edit-ports.ts";
import { type EditForm, formIn, formSchema } from "./forms/form.ts";
import { readForm, textForm } from "./forms/read-form.ts";
import { looseHeaderOf } from "./hashline/header.ts";
import { locateFile } from "./hashline/locate.ts";
import hashlinePrompt from "./hashline/prompt.md" with { type: "text" };
import applyPatchPrompt from "./patch/apply-patch.prompt.md" with { type: "text" };
import patchPrompt from "./patch/prompt.md" with { type: "text" };
import { type EditParams, previewEdit } from "./preview-edit.ts";
import replacePrompt from "./replace/prompt.md" with { type: "text" };
import { editSettings } from "./settings.ts";
import { changedIn, pathsInApplyPatch, pathsInHashline } from "./touched-paths.ts";

const traits: ToolTraits = {
	name: "edit",
	aliases: [
		"str_replace",
		"str_replace_editor",
		"str_replace_based_edit_tool",
		"edit_file",
		"multi_edit",
		"search_replace",
		"apply_patch",
		"apply_diff",
		"replace_in_file",
		"patch",
	],
	effects: ["writes"],
	strict: true,
	facts: ({ path, file_path, input, patch }) =>
		changeFacts([
			path,
			file_path,
			...[input, patch].flatMap((text) => (typeof text === "string" ? changedIn(text) : [])),
		]),
	view: async () => (await import("./view.ts")).editView,
};

export const edit: BuiltInTool = {
	...traits,
	summary: "Edit files",
	settings: [editSettings],
	create: (services: Pick<ToolServices, "settings" | "workspace" | "files" | "editing">) =>
		editTool(editPorts(services)),
};

/** One tool with four wire contracts; see `chooseEditMode`. */
export function editTool(deps: EditPorts & { readonly mode: EditMode }): AgentTool {
	return withOtherForms(makers[deps.mode](deps), deps);
}

/** The same tool that also does what is asked in another notation. */
function withOtherForms(tool: AgentTool, deps: EditPorts & { readonly mode: EditMode }): AgentTool {
	const own = tool as ToolDefinition<EditParams, unknown>;
	const { mode } = deps;
	const formOf = (params: EditParams) =>
		formIn(params) ?? (typeof params.input === "string" ? textForm(params.input, mode) : undefined);
	const other: ToolDefinition<EditParams, unknown> = {
		...own,
		adapt(given) {
			const form = readForm(given, mode);
			if (!form) return own.adapt?.(given) ?? { arguments: given, notes: [] };
			return { arguments: { form }, notes: [], schema: formSchema };
		},
		approval(params) {
			const form = formOf(params);
			if (form) return formApproval(form, deps);
			return typeof own.approval === "function" ? own.approval(params) : (own.approval ?? "write");
		},
		approvalDetails(params) {
			const form = formOf(params);
			return form ? formRows(form) : (own.approvalDetails?.(params) ?? []);
		},
		async objectTo(params, options = {}) {
			// Half of another notation cannot be told from ours.
			const form = options.isComplete ? formOf(params) : undefined;
			if (!form) return own.objectTo?.(params, options);
			// Later ones may need what the first has changed.
			const [first] = form.kind === "replace" ? form.replacements : [];
			return first && (await import("./early-problem.ts")).replaceProblem({ ...first }, deps, options);
		},
		async execute(params, call) {
			const form = formOf(params);
			if (!form) return own.execute(params, call);
			return (await import("./forms/execute.ts")).executeForm(form, call, deps);
		},
	};
	return other as AgentTool;
}

async function formApproval(form: EditForm, deps: EditPorts) {
	const paths = (await import("./forms/form-paths.ts")).formPaths(form);
	return form.kind === "view" ? readApproval(paths, pathBase(deps)) : writeApproval(paths, pathBase(deps));
}

function formRows(form: EditForm): readonly string[] {
	if (form.kind === "replace") return form.replacements.flatMap((replacement) => approvalRows(replacement));
	if (form.kind === "patch") return approvalRows({ input: form.text });
	return approvalRows({ path: form.path, old_string: "", new_string: form.kind === "view" ? "" : form.text });
}

const makers = {
	hashline: hashlineEditTool,
	apply_patch: applyPatchEditTool,
	patch: patchEditTool,
	replace: replaceEditTool,
} satisfies Record<EditMode, (deps: EditPorts) => AgentTool>;

const shared = { ...traits, label: "Edit", concurrency: "exclusive", loadMode: "essential" } as const;
type Call = ToolCallContext<EditDetails>;
const maxApprovalLength = 2000;

export function hashlineEditTool(deps: EditPorts) {
	return defineTool({
		...shared,
		prompt: hashlinePrompt,
		parameters: inputParameters,
		adapt: adaptInput,
		approval: ({ input }) => writeApproval(filesIn(input, deps), pathBase(deps)),
		approvalDetails: (params) => approvalRows(params, taggedTexts(deps)),
		objectTo: async ({ input }, options) =>
			typeof input === "string"
				? (await import("./early-problem.ts")).hashlineProblem(input, deps, options)
				: undefined,
		execute: async ({ input }, call: Call) =>
			(await import("./hashline/execute.ts")).executeHashline(input, call, deps),
	});
}

export function applyPatchEditTool(deps: EditPorts) {
	return defineTool({
		...shared,
		prompt: applyPatchPrompt,
		parameters: inputParameters,
		adapt: adaptInput,
		approval: ({ input }) => writeApproval(pathsInApplyPatch(input), pathBase(deps)),
		approvalDetails: (params) => approvalRows(params),
		execute: async ({ input }, call: Call) => (await import("./patch/execute.ts")).executeApplyPatch(input, call, deps),
	});
}

export function patchEditTool(deps: EditPorts) {
	return defineTool({
		...shared,
		prompt: patchPrompt,
		parameters: patchParameters,
		adapt: adaptPatch,
		approval: ({ path, edits }) =>
			writeApproval([path, ...edits.flatMap(({ rename }) => (rename === undefined ? [] : [rename]))], pathBase(deps)),
		approvalDetails: (params) => approvalRows(params),
		execute: async ({ path, edits }, call: Call) =>
			(await import("./patch/execute.ts")).executePatch(path, edits, call, deps),
	});
}

export function replaceEditTool(deps: EditPorts) {
	return defineTool({
		...shared,
		prompt: replacePrompt,
		parameters: replaceParameters,
		adapt: adaptReplace,
		approval: ({ path }) => writeApproval([path], pathBase(deps)),
		approvalDetails: (params) => approvalRows(params),
		objectTo: async (params, options) => (await import("./early-problem.ts")).replaceProblem(params, deps, options),
		execute: async (params, call: Call) => (await import("./replace/execute.ts")).executeReplace(params, call, deps),
	});
}

/** As the call itself will find them. */
function filesIn(input: string, deps: EditPorts): string[] {
	return pathsInHashline(input, (header) => {
		try {
			return locateFile(header, deps).path;
		} catch {
			// Ambiguous, which the call refuses.
			return header.path;
		}
	});
}

/** The change as a diff, for whoever has to allow it; what cannot be read is shown as it came. */
function approvalRows(params: EditParams, textOf?: TaggedTexts): string[] {
	const files = previewEdit(params, textOf).filter(({ diff }) => diff !== "");
	if (files.length === 0) return (params.input ?? JSON.stringify(params)).slice(0, maxApprovalLength).split("\n");
	const rows = files.flatMap(({ path, diff }) => [`Path: ${path}`, ...diff.split("\n")]);
	return rows.join("\n").slice(0, maxApprovalLength).split("\n");
}

type TaggedTexts = (path: string, tag: string) => string | undefined;

/** What the tags of a session stand for. */
export function taggedTexts(ports: Pick<EditPorts, "cwd" | "home" | "snapshots">): TaggedTexts {
	return (path, tag) => {
		const text = ports.snapshots.find(resolvePath(path, pathBase(ports)), tag)?.text;
		return text?.replace(/^\ufeff/, "");
	};
}

const adaptInput = adapter({
	names: { ...pathNames, patch: "input", diff: "input", edits: "input", content: "input", text: "input" },
	// A path beside ops that have no header is the header.
	more: ({ path, input }) => {
		if (typeof path !== "string" || typeof input !== "string") return undefined;
		const first = input.split("\n").find((line) => line.trim() !== "") ?? "";
		const hasHeader = looseHeaderOf(first) !== undefined || /^\s*(?:\[|\*{3} |`{3})/.test(first);
		return { taken: ["path"], meaning: { input: hasHeader ? input : `[${path}]\n${input}` } };
	},
});

const adaptPatch = adapter({
	names: { ...pathNames, diff: "patch", input: "patch" },
	more: ({ patch, edits, op, rename }) =>
		typeof patch === "string" && edits === undefined
			? {
					taken: ["patch", ...(op === undefined ? [] : ["op"]), ...(rename === undefined ? [] : ["rename"])],
					meaning: {
						edits: [{ diff: patch, ...(op !== undefined && { op }), ...(rename !== undefined && { rename }) }],
					},
				}
			: undefined,
});

const adaptReplace = adapter({
	names: {
		...pathNames,
		old_str: "old_string",
		old_text: "old_string",
		old: "old_string",
		search: "old_string",
		find: "old_string",
		new_str: "new_string",
		new_text: "new_string",
		new: "new_string",
		replace: "new_string",
		replacement: "new_string",
		all: "replace_all",
	},
	more: ({ edits }) => {
		const [only, ...others] = Array.isArray(edits) ? edits : [];
		if (typeof only !== "object" || only === null || others.length > 0) return undefined;
		return { taken: ["edits"], meaning: adaptReplace(only).arguments };
	},
});

const inputParameters = {
	type: "object",
	properties: { input: { type: "string" } },
	required: ["input"],
	additionalProperties: false,
} as const;

const patchParameters = {
	type: "object",
	properties: {
		path: { type: "string" },
		edits: {
			type: "array",
			items: {
				type: "object",
				properties: {
					op: { type: "string", enum: ["create", "delete", "update"] },
					rename: { type: "string" },
					diff: { type: "string" },
				},
				additionalProperties: false,
			},
		},
	},
	required: ["path", "edits"],
	additionalProperties: false,
} as const;

const replaceParameters = {
	type: "object",
	properties: {
		path: { type: "string" },
		old_string: { type: "string" },
		new_string: { type: "string" },
		replace_all: { type: "boolean" },
	},
	required: ["path", "old_string", "new_string"],
	additionalProperties: false,
} as const;
