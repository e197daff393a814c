import type { AssistantMessageEvent } from "../event.ts";
import type { Model } from "../model.ts";
import type { Env } from "../provider.ts";
import { repairHarmonyLeak } from "./harmony-leak.ts";
import { ThinkingLoopGuard } from "./thinking-loop.ts";

/** What is watched while a model answers. */
export interface ReplyGuards {
	/** Puts right what an event carries, before anyone sees it. */
	repair(event: AssistantMessageEvent): void;
	/** Throws when the answer must not go on. */
	watch(event: AssistantMessageEvent): void;
}

export function replyGuards(model: Model, env: Env, options: { guardsThinking?: boolean | undefined }): ReplyGuards {
	const thinkingLoop = options.guardsThinking === false ? undefined : new ThinkingLoopGuard(model, env);
	return {
		repair(event) {
			if (event.type === "toolcall_end") repairHarmonyLeak(event.toolCall, model);
		},
		watch: (event) => thinkingLoop?.watch(event),
	};
}
