import type { Context } from "@oh-my-pi/pi-ai/message";
import { wireTools } from "../tools/intent.ts";
import type { LoopPorts, LoopState } from "./ports.ts";

type ContextPorts = Pick<LoopPorts, "transformContext" | "convertToLlm" | "intentTracing">;

/** The context that a request would send now. */
export async function requestContext(
	{ systemPrompt, messages, tools }: Pick<LoopState, "systemPrompt" | "messages" | "tools">,
	ports: ContextPorts,
	signal: AbortSignal,
): Promise<Context> {
	const visible = (await ports.transformContext?.(messages, signal)) ?? messages;
	return { systemPrompt, messages: ports.convertToLlm(visible), tools: wireTools(tools, ports) };
}
