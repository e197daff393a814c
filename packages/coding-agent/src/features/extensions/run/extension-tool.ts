import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { type AgentTool, contentBlocks, type ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ExtensionContext, InvokeTool, ToolDefinition } from "../api/types.ts";
import { toJsonSchema } from "../schema/to-json-schema.ts";

export interface ToolPorts {
	readonly context: () => ExtensionContext;
	/** Runs code of an extension for its session. */
	readonly run: <Result>(work: () => Result) => Result;
	/** The built-in tool of the same name, if there is one. */
	readonly native: (name: string) => AgentTool | undefined;
	readonly onDrawError: (error: unknown) => void;
}

/** A tool of an extension as the loop knows tools. A throw becomes an error result there. */
export function extensionTool(definition: ToolDefinition, ports: ToolPorts): AgentTool {
	const { name, label = name, description, promptGuidelines = [], loadMode, approval = "exec" } = definition;
	return {
		name,
		label,
		prompt: [description, ...promptGuidelines.map((line) => `- ${line}`)].join("\n"),
		parameters: toJsonSchema(definition.parameters),
		...(loadMode && { loadMode }),
		approval,
		...(definition.strict && { strict: true }),
		// Its previews are accepted or discarded there.
		...(definition.deferrable && { companions: ["resolve"] }),
		...(definition.formatApprovalDetails && {
			approvalDetails: (params: never) => [definition.formatApprovalDetails?.(structuredClone(params)) ?? []].flat(),
		}),
		...((definition.renderCall || definition.renderResult) && {
			view: async () => (await import("./tool-view.ts")).toolView(definition, ports.onDrawError),
		}),
		async execute(params: never, call: ToolCallContext) {
			const native = ports.native(name);
			const context = native ? withNative(ports.context(), native, call) : ports.context();
			const { content, details, isError } = await ports.run(() =>
				definition.execute(
					call.id,
					structuredClone(params),
					call.signal,
					(partial) => call.onProgress(partial),
					context,
				),
			);
			return { content, ...(details !== undefined && { details }), ...(isError && { isError }) };
		},
	};
}

/** Adds `invokeTool`, which runs what the tool stands in for. The call was approved already, and cannot come back here. */
function withNative(context: ExtensionContext, native: AgentTool, call: ToolCallContext): ExtensionContext {
	const invokeTool: InvokeTool = async (params, { signal = call.signal, onUpdate } = {}) => {
		const { content, details, isError } = await buildCall(native, params, call.id).execute({
			id: call.id,
			signal,
			onProgress: (state) => onUpdate?.({ content: contentBlocks(state.content), details: state.details }),
		});
		return { content: contentBlocks(content), ...(details !== undefined && { details }), ...(isError && { isError }) };
	};
	// Getters such as `model` must stay getters.
	return Object.defineProperties({ invokeTool }, Object.getOwnPropertyDescriptors(context)) as ExtensionContext;
}
