import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import type { JsonSchema } from "@oh-my-pi/pi-ai/message";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { HostToolDefinition, HostToolFrame, HostToolReply, HostToolResult } from "../rpc-protocol/frames.ts";

export interface ClientToolContext {
	readonly toolCallId: string;
	readonly signal: AbortSignal;
	/** Reports the whole state so far. */
	readonly onUpdate: (state: HostToolResult | string) => void;
}

/** A tool that runs in the host. A string result becomes one text block; throwing makes the call an error. */
export interface RpcClientTool<Params = Record<string, unknown>> extends HostToolDefinition {
	execute(params: Params, context: ClientToolContext): Promise<HostToolResult | string> | HostToolResult | string;
}

/** Infers the parameter types of `execute` from the JSON schema. */
export function defineRpcClientTool<const Schema extends JsonSchema>(
	tool: Omit<RpcClientTool<FromSchema<Schema>>, "parameters"> & { readonly parameters: Schema },
): RpcClientTool<never> {
	return tool as RpcClientTool<never>;
}

/** Runs the tools that the server calls. */
export class ClientTools {
	readonly #send: (frame: HostToolReply) => Promise<void>;
	readonly #running = new Map<string, AbortController>();
	#tools: readonly RpcClientTool<never>[] = [];

	constructor(send: (frame: HostToolReply) => Promise<void>) {
		this.#send = send;
	}

	replace(tools: readonly RpcClientTool<never>[]): HostToolDefinition[] {
		this.#tools = tools;
		return tools.map(({ execute: _, ...definition }) => definition);
	}

	async onFrame(frame: HostToolFrame): Promise<void> {
		if (frame.type === "host_tool_cancel") return this.#running.get(frame.targetId)?.abort();
		const { id } = frame;
		const controller = new AbortController();
		this.#running.set(id, controller);
		try {
			const result = await this.#run(frame, controller.signal);
			await this.#send({ type: "host_tool_result", id, result: asResult(result) });
		} catch (error) {
			const text = errorMessage(error);
			await this.#send({ type: "host_tool_result", id, result: asResult(text), isError: true });
		} finally {
			this.#running.delete(id);
		}
	}

	async #run(
		frame: Extract<HostToolFrame, { type: "host_tool_call" }>,
		signal: AbortSignal,
	): Promise<HostToolResult | string> {
		const tool = this.#tools.find(({ name }) => name === frame.toolName);
		if (!tool) throw new Error(`The host has no tool ${frame.toolName}`);
		return tool.execute(frame.arguments as never, {
			toolCallId: frame.toolCallId,
			signal,
			onUpdate: (state) => void this.#send({ type: "host_tool_update", id: frame.id, partialResult: asResult(state) }),
		});
	}
}

function asResult(result: HostToolResult | string): HostToolResult {
	return typeof result === "string" ? { content: [{ type: "text", text: result }] } : result;
}
