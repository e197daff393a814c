import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import type { CloudCredentials } from "../cloud/credentials/cloud-credentials.ts";
import { ProviderError } from "../errors/provider-error.ts";
import type { Fetch } from "../fetch.ts";
import { type Connect, ConnectionCheck } from "../http/connection-check.ts";
import { defaultReplyLimits, inMegabytes, overLimit } from "../http/reply-limits.ts";
import type { ModelCall, Protocol, WireFrame, WireRequest } from "../protocol/protocol.ts";
import type { Reply } from "../reply/reply.ts";
import { proxyFor } from "./connect/proxy.ts";
import { frameReader } from "./framing/framing.ts";
import { connectLimitMs, watchdogLimits } from "./limits.ts";
import { post } from "./post.ts";
import { ReadPauses, readPauseMs } from "./read-pauses.ts";
import { RequestBody } from "./request-body.ts";
import { Watchdog } from "./watchdog.ts";

/** Saves a rejected request without secrets and returns the path. */
export type KeepBadRequest = (request: WireRequest, body: string) => Promise<string | undefined>;

/** One try: encodes the call, sends it, and feeds the response into the reply until the stream closes. */
export async function receive(
	protocol: Protocol,
	call: ModelCall,
	reply: Reply,
	ports: {
		fetch: Fetch;
		now: () => number;
		cloud: CloudCredentials;
		keepBadRequest?: KeepBadRequest;
		/** Absent: the connection is not checked. */
		connect?: Connect;
	},
): Promise<void> {
	const { options } = call;
	const encoded = protocol.encode(call);
	using body = new RequestBody((await options.onPayload?.(encoded.body)) ?? encoded.body);
	const request = (await protocol.authorize?.(encoded, body.bytes, call, ports.cloud)) ?? encoded;

	using watchdog = new Watchdog(watchdogLimits(call, protocol.patience?.(call)));
	const { model, env } = call;
	const limits = { ...defaultReplyLimits, ...options.limits };
	using check = new ConnectionCheck({
		url: request.url,
		proxy: proxyFor(model.provider, request.url, env),
		limitMs: ports.connect ? connectLimitMs(call) : 0,
		connect: ports.connect ?? (async () => {}),
		onSilence: options.onSilence,
	});
	const signal = AbortSignal.any([...(options.signal ? [options.signal] : []), watchdog.signal, check.signal]);
	const answer = await postOrForget(protocol, request, body.bytes, {
		...ports,
		signal,
		provider: model.provider,
		env,
		limits,
	});
	await options.onResponse?.({ status: answer.response.status, headers: answer.response.headers });

	const reader = await frameReader(protocol.framing, limits.frameBytes);
	const state = protocol.start(call);
	using trailing = new TrailingWait(protocol.trailingMs);
	const take = (frames: readonly WireFrame[]): boolean => {
		const { size } = reply;
		let isProgress = false;
		let isFinished = false;
		for (const frame of frames) {
			const effect = protocol.step(state, frame, reply);
			isProgress ||= effect !== "keep-alive";
			if (effect === "finishing") trailing.begin();
			isFinished = effect === "finished";
			if (isFinished) break;
		}
		// Once per chunk, because it refreshes timers.
		if (isProgress) watchdog.progress(reply.size > size);
		else if (frames.length > 0) watchdog.keepAlive();
		return isFinished;
	};
	let received = 0;
	const finished = await readBody(answer.body, { signal, over: trailing.over }, (bytes) => {
		check.end();
		received += bytes.length;
		if (received > limits.bodyBytes) throw overLimit("it did not end", inMegabytes(limits.bodyBytes));
		const frames = reader.push(bytes);
		return reply.gather(() => take(frames));
	});
	if (!finished) reply.gather(() => take(reader.end()));
	protocol.end(state, reply);
}

async function postOrForget(
	protocol: Protocol,
	request: WireRequest,
	body: Buffer,
	options: Parameters<typeof post>[2] & { cloud: CloudCredentials; keepBadRequest?: KeepBadRequest },
) {
	try {
		return await post(request, body, options);
	} catch (error) {
		const refused = error instanceof ProviderError && (error.status === 401 || error.status === 403);
		if (refused) await protocol.refused?.(options.cloud);
		const path = isMalformed(error) ? await options.keepBadRequest?.(request, body.toString()) : undefined;
		throw path === undefined ? error : withPath(error as ProviderError, path);
	}
}

/** Excludes a prompt that is too long, which needs no investigation. */
function isMalformed(error: unknown): boolean {
	return error instanceof ProviderError && error.status === 400 && error.kind !== "context-overflow";
}

function withPath({ kind, message, status, retryAfterMs, cause }: ProviderError, path: string): ProviderError {
	return new ProviderError(kind, `${message}\nraw-http-request=${path}`, { status, retryAfterMs, cause });
}

/**
 * Calls `take` with each chunk; true if that returned true, false at the end of the body. An async iterator, or a `Promise.race`
 * for each read, would cost more than the read itself.
 */
async function readBody(
	body: ReadableStream<Uint8Array>,
	{ signal, over }: { signal: AbortSignal; over: Promise<void> },
	take: (bytes: Uint8Array) => boolean,
): Promise<boolean> {
	const reader = body.getReader();
	const cancel = (reason?: unknown) => void ignoreFailure(reader.cancel(reason), "nothing else is read");
	// Ends the current read, also of a body that ignores the signal.
	const abort = () => cancel(signal.reason);
	signal.addEventListener("abort", abort, { once: true });
	void over.then(cancel);
	try {
		const pauses = new ReadPauses();
		for (;;) {
			const { done, value } = await read(reader, signal);
			if (done) return false;
			if (take(value)) return true;
			if (pauses.isDue(value.length)) await Bun.sleep(readPauseMs);
		}
	} finally {
		signal.removeEventListener("abort", abort);
		cancel();
	}
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
	try {
		signal.throwIfAborted();
		const result = await reader.read();
		signal.throwIfAborted();
		return result;
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		throw new ProviderError("network", `The connection broke: ${connectionFailure(error)}`, { cause: error });
	}
}

const defaultLimitMs = 2500;

/** Limits the wait for trailing data. */
class TrailingWait implements Disposable {
	readonly #over = Promise.withResolvers<void>();
	readonly #limitMs: number;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(limitMs = defaultLimitMs) {
		this.#limitMs = limitMs;
	}

	/** Resolves when the wait has timed out. */
	get over(): Promise<void> {
		return this.#over.promise;
	}

	begin(): void {
		this.#timer ??= setTimeout(() => this.#over.resolve(), this.#limitMs);
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
	}
}
