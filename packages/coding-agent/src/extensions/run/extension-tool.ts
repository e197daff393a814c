import type { AgentTool, ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ExtensionContext, ToolDefinition } from "../api/types.ts";
import { toJsonSchema } from "../schema/to-json-schema.ts";

/** A tool of an extension as the loop knows tools. A throw becomes an error result there. */
export function extensionTool(
	definition: ToolDefinition,
	context: () => ExtensionContext,
	onDrawError: (error: unknown) => void,
): AgentTool {
	const { name, label = name, description, loadMode, approval = "exec" } = definition;
	return {
		name,
		label,
		prompt: description,
		parameters: toJsonSchema(definition.parameters),
		...(loadMode && { loadMode }),
		approval,
		...(definition.strict && { strict: true }),
		...(definition.formatApprovalDetails && {
			approvalDetails: (params: never) => [definition.formatApprovalDetails?.(params) ?? []].flat(),
		}),
		...((definition.renderCall || definition.renderResult) && {
			view: async () => (await import("./tool-view.ts")).toolView(definition, onDrawError),
		}),
		async execute(params: never, call: ToolCallContext) {
			const { content, details, isError } = await definition.execute(
				call.id,
				params,
				call.signal,
				(partial) => call.onProgress(partial),
				context(),
			);
			return { content, ...(details !== undefined && { details }), ...(isError && { isError }) };
		},
	};
}
