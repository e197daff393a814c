import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { countTokens } from "@oh-my-pi/pi-ai/stream/count-tokens";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { imageBilling } from "../../../conversation/context/context-tokens.ts";
import { estimateMessages, estimateText } from "../../../conversation/context/estimate-tokens.ts";

/** How many tokens a prompt has. */
export type CountPrompt = (model: Model, context: Context, options: StreamOptions) => Promise<number>;

/** After a failure a provider is not asked for so long: clients count often. */
const pauseMs = 10 * 60_000;

/** The provider's own count where it has one, else an estimate. */
export function createCount({ host, registry }: { host: Host; registry: ModelRegistry }): CountPrompt {
	const pausedUntil = new Map<string, number>();
	return async (model, context, options) => {
		const place = `${model.provider} ${model.baseUrl} ${model.api}`;
		if (host.now() >= (pausedUntil.get(place) ?? 0)) {
			try {
				const counted = await askProvider({ host, registry }, model, context, options);
				if (counted !== undefined) return counted;
			} catch (error) {
				if (options.signal?.aborted) throw error;
			}
			pausedUntil.set(place, host.now() + pauseMs);
		}
		return estimateContext(model, context);
	};
}

async function askProvider(
	{ host, registry }: { host: Host; registry: ModelRegistry },
	model: Model,
	context: Context,
	options: StreamOptions,
): Promise<number | undefined> {
	const { sessionId, signal } = options;
	const ready = await registry.ready(model);
	const credential = await registry.findCredential(model.provider, { sessionId, signal });
	const sent = credential && (await registry.credentials.toSend(model.provider, credential, signal));
	const headers = sent?.headers && { headers: { ...sent.headers, ...options.headers } };
	return countTokens({ host, protocols: builtInProtocols }, ready, context, {
		...options,
		apiKey: sent?.apiKey,
		...headers,
	});
}

function estimateContext(model: Model, { systemPrompt = [], messages, tools = [] }: Context): number {
	const texts = [
		...systemPrompt,
		...tools.map(({ name, description, parameters }) => `${name}${description}${JSON.stringify(parameters)}`),
	];
	return texts.reduce((sum, text) => sum + estimateText(text), 0) + estimateMessages(messages, imageBilling(model));
}
