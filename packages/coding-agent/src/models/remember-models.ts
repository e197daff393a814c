import type { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import { recordModelSpeed } from "@oh-my-pi/pi-ai/auth/store/model-speed";
import { recordModelUse } from "@oh-my-pi/pi-ai/auth/store/model-usage";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ConversationEvent } from "../conversation/event/event.ts";
import type { Hook } from "../conversation/hooks/hook.ts";

/** Records which models have answered, for a later start without `--model`. */
export function rememberModels(store: LazyStore, now: Host["now"]): Hook {
	let opened: ReturnType<LazyStore["open"]> | undefined;
	const record = async ({ provider, model, ...reply }: AssistantMessage, store: LazyStore): Promise<void> => {
		const { database } = await (opened ?? store.open());
		const selector = `${provider}/${model}`;
		recordModelUse(database, selector, now());
		const speed = writingSpeed(reply);
		if (speed !== undefined) recordModelSpeed(database, selector, speed);
	};
	const onEvent = (event: ConversationEvent): Promise<void> | undefined => {
		// Open the store during the request, so that the reply need not wait for it.
		if (event.type === "agent_start") {
			opened ??= store.open();
			opened.catch(() => {});
		}
		if (event.type !== "message_end" || event.message.role !== "assistant") return undefined;
		const { stopReason, provider } = event.message;
		if (stopReason === "error" || stopReason === "aborted" || provider === "offline") return undefined;
		return ignoreFailure(record(event.message, store), "the next start picks a model by the other rules");
	};
	return { name: "remember-models", onEvent };
}

/** Shorter replies are too noisy to measure speed. */
const fewestTokens = 50;

/** Tokens per second after the first token. */
function writingSpeed({
	usage,
	duration = 0,
	ttft = 0,
}: Pick<AssistantMessage, "usage" | "duration" | "ttft">): number | undefined {
	const writingMs = duration - ttft;
	return usage.output >= fewestTokens && writingMs > 0 ? usage.output / (writingMs / 1000) : undefined;
}
