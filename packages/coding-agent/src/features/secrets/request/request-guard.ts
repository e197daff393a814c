import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import type { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { RequestGuard } from "../../../workbench/model-requests.ts";
import { hideChanges } from "./hide-body.ts";
import { hideContext } from "./hide-context.ts";
import { RestoredReply } from "./restored-reply.ts";

/** Hides secrets in every request and restores them in every reply. What cannot be searched is not sent. */
export function requestGuard(hider: SecretHider, now: () => number): RequestGuard {
	return {
		hide: (text) => hider.hide(text),
		restore: (text) => hider.restore(text),
		hideAll: (value) => mapTexts(value, (text) => hider.hide(text)),
		redact: (text) => hider.redact(text),
		wrap: (stream) => (model, context, options) => {
			const events = new AssistantMessageEventStream();
			let hidden: Context;
			try {
				hidden = hideContext(context, hider);
			} catch (error) {
				refuse(events, refusedReply(model, error, now()));
				return events;
			}
			restoreReply(stream(model, hidden, guardedOptions(options, hider)), events, hider);
			return events;
		},
	};
}

function restoreReply(inner: ReturnType<StreamFn>, events: AssistantMessageEventStream, hider: SecretHider): void {
	const forward = async () => {
		const reply = new RestoredReply(hider);
		for await (const event of inner) for (const restored of reply.restore(event)) events.push(restored);
	};
	forward().then(
		() => events.end(),
		(error) => events.fail(error),
	);
}

/** An extension may change the body after it was searched. */
function guardedOptions(options: StreamOptions | undefined, hider: SecretHider): StreamOptions | undefined {
	const onPayload = options?.onPayload;
	if (!onPayload) return options;
	const hide = (text: string) => hider.hide(text, { keepPlaceholders: true });
	return { ...options, onPayload: (body) => hideChanges(body, onPayload, hide) };
}

function refuse(events: AssistantMessageEventStream, message: AssistantMessage): void {
	events.push({ type: "start", partial: message });
	events.push({ type: "error", reason: "error", error: message });
}

function refusedReply(model: Model, error: unknown, timestamp: number): AssistantMessage {
	const { message } = new Reply(model, timestamp, () => {});
	message.stopReason = "error";
	message.errorMessage = errorMessage(error);
	return message;
}
