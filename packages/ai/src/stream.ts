import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { type CloudCredentials, cloudCredentials } from "./auth/cloud-credentials.ts";
import { localCloudWorld } from "./auth/cloud-world.ts";
import { withToolFormat } from "./dialects/tool-format.ts";
import { ProviderError } from "./errors/provider-error.ts";
import { keysOf } from "./errors/without-keys.ts";
import { AssistantMessageEventStream } from "./event-stream.ts";
import { failReply, finishReply, type Timing } from "./finish-reply.ts";
import { checkSilentOverflow } from "./guards/silent-overflow.ts";
import { ThinkingLoopGuard } from "./guards/thinking-loop.ts";
import type { Context } from "./message.ts";
import type { Model } from "./model.ts";
import type { ModelCall, Protocol } from "./protocol.ts";
import type { ProtocolLoaders } from "./protocols.ts";
import { Reply } from "./reply.ts";
import { retryDelayMs } from "./retry-delay.ts";
import type { StreamOptions } from "./stream-options.ts";
import type { InFlightLimit } from "./transport/in-flight.ts";
import type { Fetch } from "./transport/post.ts";
import { type KeepBadRequest, receive } from "./transport/receive.ts";

export type StreamFn = (model: Model, context: Context, options?: StreamOptions) => AssistantMessageEventStream;

export interface StreamPorts {
	readonly host: Pick<Host, "now" | "env"> & Partial<Pick<Host, "home">>;
	readonly protocols: ProtocolLoaders;
	readonly fetch?: Fetch;
	readonly sleep?: typeof realSleep;
	/** Found on this machine unless given. */
	readonly cloud?: CloudCredentials;
	/** Holds requests back while too many are under way. */
	readonly inFlight?: InFlightLimit;
	/** Keeps a request that was refused as malformed; the path it gives is added to the error. */
	readonly keepBadRequest?: KeepBadRequest;
}

type Ports = StreamPorts & { readonly fetch: Fetch; readonly cloud: CloudCredentials };

/** Makes the function that asks a model and streams its answer. Nothing is thrown: a failure is the final event. */
export function createStream(given: StreamPorts): StreamFn {
	const send = given.fetch ?? fetch;
	const cloud = given.cloud ?? cloudCredentials(localCloudWorld(given.host, send));
	const ports: Ports = { ...given, fetch: send, cloud };
	return (model, context, options = {}) => {
		const events = new AssistantMessageEventStream();
		answer(ports, model, context, options, events).catch((error) => events.fail(error));
		return events;
	};
}

async function answer(
	ports: Ports,
	model: Model,
	context: Context,
	options: StreamOptions,
	events: AssistantMessageEventStream,
): Promise<void> {
	const { now } = ports.host;
	const startedAt = now();
	let firstContentAt: number | undefined;
	const newReply = (interleaved = false): Reply => {
		const guard = options.guardsThinking === false ? undefined : new ThinkingLoopGuard(model, ports.host.env);
		const reply = new Reply(
			model,
			startedAt,
			(event) => {
				if (firstContentAt === undefined) {
					firstContentAt = now();
					events.push({ type: "start", partial: reply.message });
				}
				events.push(event);
				guard?.watch(event);
			},
			{ interleaved },
		);
		return reply;
	};
	const timing = (): Timing => ({ startedAt, firstContentAt, endedAt: now() });

	let reply = newReply();
	let keys: readonly string[] = [];
	try {
		const native = await loadProtocol(ports.protocols, model);
		const protocol = await withToolFormat(native, model, options.toolFormat);
		using _place = await ports.inFlight?.(model.provider, options.signal);
		const memory = options.providerSessionState ?? new Map();
		const resolve = async () => {
			const call = await resolveCall(ports, model, context, options, memory);
			keys = keysOf(call.apiKey, model.headers, options.headers);
			return call;
		};
		reply = await receiveWithRetries(ports, protocol, options, resolve, () => {
			reply = newReply(protocol.interleaved);
			return reply;
		});
		checkSilentOverflow(reply, model);
		const final = finishReply(reply, model, timing());
		if (firstContentAt === undefined) events.push({ type: "start", partial: reply.message });
		events.push(final);
	} catch (error) {
		const final = failReply(reply, error, model, timing(), { aborted: options.signal?.aborted ?? false, keys });
		if (firstContentAt === undefined) events.push({ type: "start", partial: reply.message });
		events.push(final);
	}
}

async function loadProtocol(loaders: ProtocolLoaders, model: Model): Promise<Protocol> {
	const load = loaders.get(model.api);
	if (load) return load();
	const known = [...loaders.keys()].join(", ");
	throw new ProviderError("config", `No protocol "${model.api}" for ${model.provider}/${model.id}. Known: ${known}`);
}

/** A clean stop with nothing in it is asked for again this often. */
const emptyRetries = 2;
/** A host that refuses more things than this one after the other is not worth asking. */
const maxAdaptations = 4;

async function receiveWithRetries(
	ports: Ports,
	protocol: Protocol,
	options: StreamOptions,
	resolve: () => Promise<ModelCall>,
	newReply: () => Reply,
): Promise<Reply> {
	const wait = ports.sleep ?? realSleep;
	const { fetch: send, cloud, keepBadRequest } = ports;
	const receivePorts = { fetch: send, now: ports.host.now, cloud, keepBadRequest };
	for (let failures = 0, empties = 0, adaptations = 0; ; ) {
		const reply = newReply();
		let delayMs: number | undefined;
		const call = await resolve();
		try {
			await receive(protocol, call, reply, receivePorts);
			if (!isEmptyStop(reply, protocol) || empties >= emptyRetries) return reply;
			delayMs = retryDelayMs(empties++);
		} catch (error) {
			if (options.signal?.aborted) throw error;
			if (adaptations < maxAdaptations && adapts(protocol, error, reply, call)) {
				adaptations++;
				continue;
			}
			if (failures >= protocol.transportRetries) throw error;
			delayMs = delayAfter(error, reply, failures++, protocol, options);
			if (delayMs === undefined) throw error;
		}
		await wait(delayMs, { signal: options.signal });
	}
}

async function resolveCall(
	ports: Ports,
	model: Model,
	context: Context,
	options: StreamOptions,
	memory: Map<string, unknown>,
): Promise<ModelCall> {
	const apiKey = typeof options.apiKey === "function" ? await options.apiKey() : options.apiKey;
	return { model, context, options, apiKey, env: ports.host.env, now: ports.host.now(), memory };
}

function adapts(protocol: Protocol, error: unknown, reply: Reply, call: ModelCall): boolean {
	return !reply.hasContent && error instanceof ProviderError && (protocol.adapt?.(error, call) ?? false);
}

function isEmptyStop(reply: Reply, protocol: Protocol): boolean {
	if (reply.hasContent || reply.stop?.reason !== "stop") return false;
	return protocol.repeatsCostlyEmpties === true || reply.message.usage.output <= 1;
}

const retryableKinds = new Set(["rate-limit", "concurrency", "overloaded", "transient"]);

/** How long to wait before another try, or `undefined` when there must be none. */
function delayAfter(
	error: unknown,
	reply: Reply,
	failures: number,
	protocol: Protocol,
	options: StreamOptions,
): number | undefined {
	if (reply.hasContent || !(error instanceof ProviderError) || !retryableKinds.has(error.kind)) return undefined;
	if (protocol.serverErrorDelaysMs) {
		return (error.status ?? 0) >= 500 ? protocol.serverErrorDelaysMs[failures] : undefined;
	}
	const asked = error.retryAfterMs;
	if (asked === undefined) return retryDelayMs(failures);
	return options.maxRetryDelayMs !== undefined && asked > options.maxRetryDelayMs ? undefined : asked;
}
