import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { estimateMessage, type ImageBilling } from "../../context/estimate-tokens.ts";
import { answeredCalls } from "../../history/answered-calls.ts";
import { callFacts } from "../../history/call-facts.ts";

const protectedTokens = 40_000;
const minSavings = 20_000;
const minTokens = 50;

/** Tool output older than its newest 40,000 tokens, except guidance such as skills and the plan, if eliding it saves enough. */
export function oldOutput(
	messages: readonly AgentMessage[],
	billing: ImageBilling,
	tools: readonly ToolTraits[] = [],
): Array<{ result: ToolResultMessage; text: string }> {
	let newer = 0;
	let savings = 0;
	const found: Array<{ result: ToolResultMessage; text: string }> = [];
	for (const { call, result } of answeredCalls(messages).reverse()) {
		const tokens = estimateMessage(result, billing);
		const isOld = newer >= protectedTokens;
		newer += tokens;
		if (!isOld || tokens < minTokens || callFacts(call, tools).isGuidance) continue;
		savings += tokens;
		found.push({ result, text: `[Output truncated - ${tokens} tokens]` });
	}
	return savings >= minSavings ? found.reverse() : [];
}
