import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { createStream, type StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { PackageSession } from "../../process/host-packages.ts";
import { processHost } from "../../process/process-host.ts";

/** A context as extensions write it: the system prompt may be one text. */
export type LooseContext = Omit<Context, "systemPrompt"> & { readonly systemPrompt?: string | readonly string[] };

export interface ModelRequests {
	/** One request to a model, outside of the conversation. A failure is the final event. */
	stream(model: Model, context: LooseContext, options?: StreamOptions): ReturnType<StreamFn>;
	complete(model: Model, context: LooseContext, options?: StreamOptions): Promise<AssistantMessage>;
	/** The same here: both take the options of every provider. */
	streamSimple: ModelRequests["stream"];
	completeSimple: ModelRequests["complete"];
}

/** The functions of `@oh-my-pi/pi-ai` that send requests, which count for a session. */
export function modelRequests(session: PackageSession): ModelRequests {
	let send: StreamFn | undefined;
	const stream: ModelRequests["stream"] = (model, { systemPrompt, ...rest }, options) => {
		send ??= createStream({ host: processHost(), protocols: builtInProtocols });
		const blocks = typeof systemPrompt === "string" ? [systemPrompt] : systemPrompt;
		return session.countRequests(send)(model, { ...rest, ...(blocks && { systemPrompt: blocks }) }, options);
	};
	const complete: ModelRequests["complete"] = (...request) => stream(...request).result();
	return { stream, complete, streamSimple: stream, completeSimple: complete };
}
