import { resolveCompat } from "../compat/resolve.ts";
import type { ModelCall, WatchdogLimits } from "../protocol/protocol.ts";

const defaultLimitMs = 100_000;
/** Some models think for minutes while the stream only pings. */
const defaultQuietMs = 15 * 60_000;
const defaultTotalMs = 2 * 3600_000;

/** Timeouts for silence: from caller, environment, the host's compat flags, or the defaults. */
export function watchdogLimits(call: ModelCall, patience: Partial<WatchdogLimits> = {}): WatchdogLimits {
	const { options, model, env } = call;
	const compat = resolveCompat(model);
	const openAi = model.api.startsWith("openai") || model.api.startsWith("azure");
	const fromEnv = (name: string) =>
		(openAi ? milliseconds(env[`PI_OPENAI_${name}`]) : undefined) ?? milliseconds(env[`PI_${name}`]);
	return {
		firstEventMs:
			options.streamFirstEventTimeoutMs ??
			fromEnv("STREAM_FIRST_EVENT_TIMEOUT_MS") ??
			compat.streamFirstEventTimeoutMs ??
			patience.firstEventMs ??
			defaultLimitMs,
		idleMs:
			options.streamIdleTimeoutMs ??
			fromEnv("STREAM_IDLE_TIMEOUT_MS") ??
			compat.streamIdleTimeoutMs ??
			patience.idleMs ??
			defaultLimitMs,
		quietMs: options.streamQuietTimeoutMs ?? fromEnv("STREAM_QUIET_TIMEOUT_MS") ?? patience.quietMs ?? defaultQuietMs,
		totalMs: options.streamTotalTimeoutMs ?? fromEnv("STREAM_TOTAL_TIMEOUT_MS") ?? patience.totalMs ?? defaultTotalMs,
	};
}

const defaultConnectMs = 10_000;

/** How long a request may wait while no connection to its host can be made. */
export function connectLimitMs({ options, env }: ModelCall): number {
	return options.connectTimeoutMs ?? milliseconds(env.PI_STREAM_CONNECT_TIMEOUT_MS) ?? defaultConnectMs;
}

function milliseconds(value: string | undefined): number | undefined {
	if (value === undefined || value.trim() === "") return undefined;
	const parsed = Number(value);
	return Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined;
}
