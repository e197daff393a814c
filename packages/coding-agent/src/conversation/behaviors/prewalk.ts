import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { Hook } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";

export interface CheaperModel {
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
}

/**
 * Looks around and plans on the present model, and continues with a cheaper one after the first edit. It does so once; `target` tells with
 * which, and gives nothing when there is no other.
 */
export function prewalkHook(
	live: LiveContext,
	target: (current: Model | undefined) => Promise<CheaperModel | undefined>,
): Hook {
	let isDone = false;
	return {
		name: "prewalk",
		async afterTurn(results) {
			if (isDone || !results.some((result) => isEdit(result, live))) return;
			isDone = true;
			const cheaper = await target(live.parts.model);
			if (!cheaper) return;
			await live.useModel(cheaper.model, cheaper.thinkingLevel);
			live.notify("info", `Continuing with ${selectorOf(cheaper.model)} (prewalk)`, "prewalk");
		},
	};
}

/** Commands may only look; a tool that writes and does nothing else is an edit. */
function isEdit({ toolName, isError }: ToolResultMessage, { parts }: LiveContext): boolean {
	const { effects = [] } = parts.tools.find(({ name }) => name === toolName) ?? {};
	return !isError && effects.includes("writes") && !effects.includes("runs");
}
