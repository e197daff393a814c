import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { ProviderError } from "../errors/provider-error.ts";
import type { ModelCall, Protocol } from "../protocol/protocol.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";
import type { Reply } from "../reply/reply.ts";
import { receive } from "../transport/receive.ts";

type RetryPorts = Parameters<typeof receive>[3] & { readonly sleep?: typeof realSleep };

/** Retries of an empty answer. */
const emptyRetries = 2;
/** Limit of adaptations to refusals of a host. */
const maxAdaptations = 4;

/** Retries until an answer has begun or must be accepted; each try starts with a new reply. */
export async function receiveWithRetries(
	ports: RetryPorts,
	baseProtocol: Protocol,
	options: StreamOptions,
	resolve: () => Promise<ModelCall>,
	newReply: (protocol: Protocol) => Reply,
): Promise<Reply> {
	const wait = ports.sleep ?? realSleep;
	const budget = options.maxRetries ?? Number.POSITIVE_INFINITY;
	const startedAt = ports.now();
	let waitedMs = 0;
	for (let failures = 0, empties = 0, adaptations = 0; ; ) {
		const call = await resolve();
		const protocol = (await baseProtocol.insteadFor?.(call)) ?? baseProtocol;
		const reply = newReply(protocol);
		let delayMs: number | undefined;
		try {
			await receive(protocol, call, reply, ports);
			if (!isEmptyStop(reply, protocol) || empties >= emptyRetries || failures + empties >= budget) return reply;
			delayMs = retryDelayMs(empties++);
		} catch (error) {
			if (options.signal?.aborted) throw error;
			if (adaptations < maxAdaptations && adapts(protocol, error, reply, call)) {
				adaptations++;
				continue;
			}
			if (failures >= protocol.transportRetries || failures + empties >= budget) throw error;
			delayMs = delayAfter(error, reply, failures++, protocol, options);
			if (delayMs === undefined) throw error;
			const spentMs = Math.max(ports.now() - startedAt, waitedMs) + delayMs;
			if (isUnreachable(error) && spentMs > (options.networkRetryMs ?? Number.POSITIVE_INFINITY)) throw error;
		}
		await wait(delayMs, { signal: options.signal });
		waitedMs += delayMs;
	}
}

function adapts(protocol: Protocol, error: unknown, reply: Reply, call: ModelCall): boolean {
	return !reply.hasContent && error instanceof ProviderError && (protocol.adapt?.(error, call) ?? false);
}

function isUnreachable(error: unknown): boolean {
	return error instanceof ProviderError && error.kind === "network";
}

function isEmptyStop(reply: Reply, protocol: Protocol): boolean {
	if (reply.hasContent || reply.stop?.reason !== "stop") return false;
	return protocol.repeatsCostlyEmpties === true || reply.message.usage.output <= 1;
}

const retryableKinds = new Set(["rate-limit", "concurrency", "overloaded", "transient", "network"]);

/** The delay before the next try, or `undefined` for none. */
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

const baseDelayMs = 500;
const maxDelayMs = 8000;

/** Exponential backoff with jitter. */
function retryDelayMs(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(baseDelayMs * 2 ** attempt, maxDelayMs);
	return full * (0.75 + random() * 0.25);
}
