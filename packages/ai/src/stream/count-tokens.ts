import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { localCloudWorld } from "../cloud/cloud-world.ts";
import { type CloudCredentials, cloudCredentials } from "../cloud/credentials/cloud-credentials.ts";
import { ProviderError } from "../errors/provider-error.ts";
import type { Fetch } from "../fetch.ts";
import { hostOf } from "../http/send.ts";
import type { Context } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { ModelCall } from "../protocol/protocol.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";
import { loadProtocol, type ProtocolLoaders } from "../protocols/protocols.ts";
import { post } from "../transport/post.ts";

export interface CountPorts {
	readonly host: Pick<Host, "now" | "env"> & Partial<Pick<Host, "home">>;
	readonly protocols: ProtocolLoaders;
	readonly fetch?: Fetch;
	/** Default: found on this machine. */
	readonly cloud?: CloudCredentials;
}

const limitMs = 10_000;
const maxCharacters = 64 * 1024;

/** The provider's own count of a prompt; `undefined` where the API has none. Throws when it cannot be had. */
export async function countTokens(
	ports: CountPorts,
	model: Model,
	context: Context,
	options: Omit<StreamOptions, "apiKey"> & { readonly apiKey?: string | undefined },
): Promise<number | undefined> {
	const { host, fetch: send = fetch } = ports;
	const protocol = await loadProtocol(ports.protocols, model);
	const { counting } = protocol;
	if (!counting) return undefined;
	const call: ModelCall = { model, context, options, apiKey: options.apiKey, env: host.env, now: host.now() };
	const encoded = protocol.encode(call);
	const question = { ...encoded, ...counting.request(encoded) };
	const body = JSON.stringify(question.body);
	const cloud = ports.cloud ?? cloudCredentials(localCloudWorld(host, send));
	const request = (await protocol.authorize?.(question, body, call, cloud)) ?? question;
	const limit = AbortSignal.timeout(limitMs);
	const answer = await post({ ...request, headers: { ...request.headers, accept: "application/json" } }, body, {
		...{ fetch: send, now: host.now, provider: model.provider, env: host.env },
		signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
	});
	const tokens = readCount(await readShort(answer.body), counting.field);
	if (tokens === undefined) throw new ProviderError("transient", `${hostOf(request.url)} answered without a count`);
	return tokens;
}

function readCount(text: string, field: string): number | undefined {
	try {
		const answer: unknown = JSON.parse(text);
		const tokens = isRecord(answer) ? answer[field] : undefined;
		return typeof tokens === "number" && tokens >= 0 ? tokens : undefined;
	} catch {
		return undefined;
	}
}

/** Up to a limit: an answer has some dozen bytes. */
async function readShort(body: ReadableStream<Uint8Array>): Promise<string> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	while (text.length < maxCharacters) {
		const { done, value } = await reader.read();
		if (done) return text;
		text += decoder.decode(value, { stream: true });
	}
	void ignoreFailure(reader.cancel(), "the rest is not read");
	return "";
}
