import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { type AgentTool, defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { judgedCalls } from "../contract/judged-calls.ts";
import { pathBase } from "../files/mutate/ports.ts";
import { changeFacts } from "../files/paths/call-files.ts";
import type { EditMode } from "../services/edit-mode.ts";
import { approvalRows, taggedTexts } from "./approval-rows.ts";
import type { EditPorts } from "./edit-ports.ts";
import { locateFile } from "./hashline/locate.ts";
import hashlinePrompt from "./hashline/prompt.md" with { type: "text" };
import type { EditDetails } from "./outcome/details.ts";
import {
	adaptInput,
	adaptPatch,
	adaptReplace,
	inputParameters,
	patchParameters,
	replaceParameters,
} from "./parameters.ts";
import applyPatchPrompt from "./patch/apply-patch.prompt.md" with { type: "text" };
import patchPrompt from "./patch/prompt.md" with { type: "text" };
import replacePrompt from "./replace/prompt.md" with { type: "text" };
import { changedIn, pathsInApplyPatch, pathsInHashline } from "./touched-paths.ts";

export const editTraits: ToolTraits = {
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
		"notebook_edit",
		"replace_in_file",
		"patch",
	],
	effects: ["writes"],
	strict: true,
	facts: ({ path, file_path, input, patch, edits }) =>
		changeFacts([
			path,
			file_path,
			...(Array.isArray(edits) ? edits.map((one: unknown) => (isRecord(one) ? one.path : undefined)) : []),
			...[input, patch].flatMap((text) => (typeof text === "string" ? changedIn(text) : [])),
		]),
	view: async () => (await import("./view.ts")).editView,
};

const shared = { ...editTraits, label: "Edit", concurrency: "exclusive", loadMode: "essential" } as const;
type Call = ToolCallContext<EditDetails>;

export function hashlineEditTool(deps: EditPorts) {
	return defineTool({
		...shared,
		prompt: hashlinePrompt,
		parameters: inputParameters,
		adapt: adaptInput,
		...judgedByPaths(({ input }: { readonly input: string }) => filesIn(input, deps), deps),
		approvalDetails: (params) => approvalRows(params, taggedTexts(deps)),
		validateWhileStreaming: async ({ input }, options) =>
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
		...judgedByPaths(({ input }: { readonly input: string }) => pathsInApplyPatch(input), deps),
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
		...judgedByPaths(
			({ path, edits }: FromSchema<typeof patchParameters>) => [path, ...edits.flatMap(({ rename }) => rename ?? [])],
			deps,
		),
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
		...judgedByPaths(({ path }: { readonly path: string }) => [path], deps),
		approvalDetails: (params) => approvalRows(params),
		validateWhileStreaming: async (params, options) =>
			(await import("./early-problem.ts")).replaceProblem(params, deps, options),
		execute: async (params, call: Call) => (await import("./replace/execute.ts")).executeReplace(params, call, deps),
	});
}

/** A call of the edit tool is judged by the files that it changes. */
function judgedByPaths<Params>(pathsOf: (params: Params) => readonly string[], deps: EditPorts) {
	return judgedCalls(
		(params: Params) => ({ kind: "write", paths: pathsOf(params) }),
		() => pathBase(deps),
	);
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

/** The tool in each mode: the same work asked for in another notation. */
export const toolsByMode = {
	hashline: hashlineEditTool,
	apply_patch: applyPatchEditTool,
	patch: patchEditTool,
	replace: replaceEditTool,
} satisfies Record<EditMode, (deps: EditPorts) => AgentTool>;
