import type { ProviderErrorKind } from "../errors/provider-error.ts";

/** How long a credential rests after a limit, when the server does not say; `undefined` for failures that are none. */
export function blockLengthMs(kind: ProviderErrorKind, random: () => number = Math.random): number | undefined {
	switch (kind) {
		case "usage-limit":
			return 30 * 60_000;
		case "rate-limit":
			return 30_000;
		case "concurrency":
			return 5_000;
		case "overloaded":
			return 30_000 + random() * 30_000;
		default:
			return undefined;
	}
}
