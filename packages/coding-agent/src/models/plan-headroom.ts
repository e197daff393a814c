import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { FindHeadroom, Headroom } from "../conversation/recovery/usage-reserve.ts";

/** Timeout for a usage report. */
const longestMs = 3000;

/** The usage limit of the account with the most left, because accounts are rotated. */
export function planHeadroom(registry: ModelRegistry, host: Pick<Host, "now">): FindHeadroom {
	return async (provider, signal) => {
		const { usageReports } = await import("@oh-my-pi/pi-ai/auth/usage/usage-reports");
		const limited = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
		const outcomes = await usageReports(registry, host, { provider, signal: limited });
		const known = outcomes.flatMap((outcome) => ("limits" in outcome ? tightest(outcome.limits) : []));
		// An account without data may have plenty left.
		if (known.length < outcomes.length) return undefined;
		return known.toSorted((a, b) => b.leftFraction - a.leftFraction)[0];
	};
}

function tightest(limits: ReadonlyArray<{ usedFraction: number; resetsAt?: number }>): Headroom[] {
	const [limit] = limits.toSorted((a, b) => b.usedFraction - a.usedFraction);
	if (!limit) return [];
	return [
		{ leftFraction: 1 - limit.usedFraction, ...(limit.resetsAt !== undefined && { resetsAtMs: limit.resetsAt }) },
	];
}
