import type { Model } from "../model/model.ts";
import type { Env } from "../model/provider.ts";
import type { AssistantMessageEvent } from "../reply/event.ts";
import { repairHarmonyLeak } from "./harmony-leak.ts";
import { ThinkingLoopGuard } from "./thinking-loop.ts";

/** Checks applied while a model answers. */
export interface ReplyGuards {
	/** Repairs an event before it is emitted. */
	repair(event: AssistantMessageEvent): void;
	/** Throws when the answer must be stopped. */
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
