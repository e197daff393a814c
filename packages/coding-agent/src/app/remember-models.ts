import type { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import { recordModelSpeed } from "@oh-my-pi/pi-ai/auth/store/model-speed";
import { recordModelUse } from "@oh-my-pi/pi-ai/auth/store/model-usage";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Conversation } from "../conversation/conversation.ts";

/** Keeps in mind which models answered, for a later start that names none. */
export function rememberModels(
	conversation: Pick<Conversation, "subscribe">,
	store: LazyStore,
	now: Host["now"],
): () => void {
	let opened: ReturnType<LazyStore["open"]> | undefined;
	return conversation.subscribe(async (event) => {
		// While the model thinks there is time to open the store, so that the answer need not wait for it.
		if (event.type === "agent_start") {
			opened ??= store.open();
			opened.catch(() => {});
		}
		if (event.type !== "message_end" || event.message.role !== "assistant" || !opened) return;
		const { provider, model, stopReason } = event.message;
		if (stopReason === "error" || stopReason === "aborted" || provider === "offline") return;
		const selector = `${provider}/${model}`;
		const speed = writingSpeed(event.message);
		const recorded = opened.then(({ database }) => {
			recordModelUse(database, selector, now());
			if (speed !== undefined) recordModelSpeed(database, selector, speed);
		});
		await ignoreFailure(recorded, "the next start then goes by the other rules");
	});
}

/** Shorter answers say little about how fast a model is. */
const fewestTokens = 50;

/** Tokens a second from the first one on. */
function writingSpeed({ usage, duration = 0, ttft = 0 }: AssistantMessage): number | undefined {
	const writingMs = duration - ttft;
	return usage.output >= fewestTokens && writingMs > 0 ? usage.output / (writingMs / 1000) : undefined;
}
