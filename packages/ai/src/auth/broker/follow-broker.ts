import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { sseReader } from "../../transport/framing/sse.ts";
import type { BrokerClient } from "./broker-client.ts";
import { BrokerError } from "./broker-error.ts";
import { parseChange } from "./parse-answer.ts";
import type { WireChange } from "./wire.ts";

export interface FollowPorts {
	readonly client: BrokerClient;
	readonly signal: AbortSignal;
	/** The generation that is known, for long polls. */
	readonly generation: () => number | undefined;
	readonly apply: (change: WireChange) => void;
	/** Told with every failure, and with `undefined` when there is contact again. */
	readonly onState?: ((problem: BrokerError | undefined) => void) | undefined;
	readonly sleep?: typeof realSleep | undefined;
	readonly random?: (() => number) | undefined;
	readonly limits?: Partial<typeof usualLimits> | undefined;
}

const usualLimits = {
	/** A stream begins with a snapshot; a proxy that holds answers back shows nothing. */
	firstEventMs: 5000,
	/** The broker sends something every 20 s. */
	silenceMs: 50_000,
	pollMs: 25_000,
	/** How long to poll before the stream is tried again. */
	pollingMs: 10 * 60_000,
	leastDelayMs: 250,
	mostDelayMs: 30_000,
};

/** The stream brought nothing in time, although it was accepted. */
class HeldBackError extends BrokerError {
	constructor(url: string) {
		super("server", `The stream of the broker at ${url} is held back on the way`);
	}
}

/** Applies the changes at a broker until the signal: from its stream, or by long polls where that does not come through. */
export async function followBroker(ports: FollowPorts): Promise<void> {
	const { signal, sleep = realSleep, random = Math.random, onState } = ports;
	const limits = { ...usualLimits, ...ports.limits };
	let failures = 0;
	let pollUntil = 0;
	while (!signal.aborted) {
		try {
			if (performance.now() < pollUntil) await poll(ports, limits.pollMs);
			else await readStream(ports, limits);
			onState?.(undefined);
			failures = 0;
			// A stream that ended well is opened again at once, though not by all clients in the same moment.
			if (performance.now() >= pollUntil) await sleep(random() * limits.leastDelayMs, { signal });
		} catch (error) {
			if (signal.aborted) return;
			if (error instanceof HeldBackError) {
				pollUntil = performance.now() + limits.pollingMs;
				continue;
			}
			onState?.(error instanceof BrokerError ? error : new BrokerError("server", String(error), { cause: error }));
			const most = Math.min(limits.mostDelayMs, limits.leastDelayMs * 2 ** failures++);
			// Anything up to the limit, so that the clients of a broker that restarts come back spread over it.
			await sleep(limits.leastDelayMs / 2 + random() * most, { signal }).catch(() => {});
		}
	}
}

async function poll({ client, generation, apply, signal }: FollowPorts, waitMs: number): Promise<void> {
	const known = generation();
	const etag = known === undefined ? undefined : `"${known}"`;
	const snapshot = await client.snapshot({ etag, waitMs, signal });
	if (snapshot) apply({ kind: "snapshot", ...snapshot });
}

async function readStream(ports: FollowPorts, limits: typeof usualLimits): Promise<void> {
	const { client, apply, onState } = ports;
	const silence = new AbortController();
	const wait = new SilenceTimer(() => silence.abort());
	let hasEvents = false;
	try {
		wait.restart(limits.firstEventMs);
		const body = await client.stream(AbortSignal.any([ports.signal, silence.signal]));
		const frames = sseReader();
		for await (const bytes of body) {
			for (const { data } of frames.push(bytes)) {
				const change = parseChange(JSON.parse(data));
				if (change) apply(change);
				if (!hasEvents) onState?.(undefined);
				hasEvents = true;
			}
			if (hasEvents) wait.restart(limits.silenceMs);
		}
		if (!hasEvents) throw new HeldBackError(client.access.url);
	} catch (error) {
		if (silence.signal.aborted && !hasEvents) throw new HeldBackError(client.access.url);
		if (error instanceof BrokerError || ports.signal.aborted) throw error;
		throw new BrokerError("unreachable", `The stream of the broker at ${client.access.url} broke`, { cause: error });
	} finally {
		wait.stop();
	}
}

class SilenceTimer {
	readonly #onSilence: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(onSilence: () => void) {
		this.#onSilence = onSilence;
	}

	restart(ms: number): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.#onSilence, ms);
	}

	stop(): void {
		clearTimeout(this.#timer);
	}
}
