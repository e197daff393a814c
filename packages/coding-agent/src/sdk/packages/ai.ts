import type { AssistantMessage, Context, Effort } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols";
import { createStream, type StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import { clampEffort } from "@oh-my-pi/pi-ai/thinking/effort";
import { paidOutside } from "../../budget/outside-requests.ts";
import { processHost } from "../../process/process-host.ts";

/** What extensions import from `@oh-my-pi/pi-ai`. */
export { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/event-stream";
export { textOf, toolCallsOf } from "@oh-my-pi/pi-ai/message";
export { StringEnum, Type } from "../../extensions/schema/typebox.ts";

/** A context as extensions write it: the system prompt may be one text. */
type LooseContext = Omit<Context, "systemPrompt"> & { readonly systemPrompt?: string | readonly string[] };

let send: StreamFn | undefined;

/** One request to a model, outside of the conversation. A failure is the final event. */
export function stream(model: Model, context: LooseContext, options?: StreamOptions): ReturnType<StreamFn> {
	send ??= createStream({ host: processHost(), protocols: builtInProtocols });
	const { systemPrompt, ...rest } = context;
	const blocks = typeof systemPrompt === "string" ? [systemPrompt] : systemPrompt;
	return paidOutside(send)(model, { ...rest, ...(blocks && { systemPrompt: blocks }) }, options);
}

export async function complete(
	model: Model,
	context: LooseContext,
	options?: StreamOptions,
): Promise<AssistantMessage> {
	return await stream(model, context, options).result();
}

/** The same here: both take the options of every provider. */
export const streamSimple: typeof stream = stream;
export const completeSimple: typeof complete = complete;

/** The nearest level that the model has. */
export function clampThinkingLevel(model: Model, level: Effort | "off"): Effort | "off" {
	return level === "off" ? "off" : (clampEffort(model, level) ?? "off");
}
