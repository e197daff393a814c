import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import {
	type AgentTool,
	contentBlocks,
	type ToolCallContext,
	type ToolOutput,
} from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { HookRunner } from "./hook-runner.ts";

/** A tool whose calls pass through hooks: `tool_call` may block it, the last `tool_result` replaces its output. */
export class HookToolWrapper {
	readonly tool: AgentTool;

	constructor(tool: AgentTool, runner: HookRunner) {
		this.tool = {
			...tool,
			execute: (params: never, call: ToolCallContext) => runThroughHooks(tool, runner, params, call),
		};
	}
}

async function runThroughHooks(
	tool: AgentTool,
	runner: HookRunner,
	params: Readonly<Record<string, unknown>>,
	call: ToolCallContext,
): Promise<ToolOutput> {
	const about = { toolName: tool.name, toolCallId: call.id, input: params };
	const verdict = runner.hasHandlers("tool_call") ? await runner.emitToolCall(about) : undefined;
	if (verdict?.block) throw new Error(verdict.reason ?? "Tool execution was blocked by a hook");
	let output: ToolOutput;
	try {
		output = await buildCall(tool, params, call.id).execute(call);
	} catch (error) {
		// Hooks are told, and the error stays what it is.
		const text = errorMessage(error);
		await runner.emit({
			type: "tool_result",
			...about,
			content: [{ type: "text", text }],
			details: undefined,
			isError: true,
		});
		throw error;
	}
	const { details, isError = false } = output;
	const content = contentBlocks(output.content);
	const answer = await runner.emit({ type: "tool_result", ...about, content, details, isError });
	return {
		...output,
		...(isContent(answer?.content) && { content: answer.content }),
		...(answer?.details !== undefined && { details: answer.details }),
	};
}

function isContent(value: unknown): value is ToolOutput["content"] {
	return typeof value === "string" || Array.isArray(value);
}
