import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { estimateMessage, type ImageBilling } from "../../context/estimate-tokens.ts";
import { answeredCalls } from "../../history/answered-calls.ts";

const protectedTokens = 40_000;
const minSavings = 20_000;
const minTokens = 50;

/** Tool output behind the newest 40,000 tokens of it, if leaving it out saves enough to be worth it. */
export function oldOutput(
	messages: readonly AgentMessage[],
	billing: ImageBilling,
): Array<{ result: ToolResultMessage; text: string }> {
	let newer = 0;
	let savings = 0;
	const found: Array<{ result: ToolResultMessage; text: string }> = [];
	for (const { call, result } of answeredCalls(messages).reverse()) {
		const tokens = estimateMessage(result, billing);
		const isOld = newer >= protectedTokens;
		newer += tokens;
		if (!isOld || tokens < minTokens || isGuidance(call)) continue;
		savings += tokens;
		found.push({ result, text: `[Output truncated - ${tokens} tokens]` });
	}
	return savings >= minSavings ? found.reverse() : [];
}

/** What tells the model how to work stays: skills and the plan. */
function isGuidance({ name, arguments: args }: { name: string; arguments: Record<string, unknown> }): boolean {
	if (name === "skill") return true;
	return name === "read" && typeof args.path === "string" && /^skill:\/\/|^local:\/\/.*plan\.md/i.test(args.path);
}
