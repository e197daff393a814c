import type { SwitchCredential } from "./auto-retry.ts";
import type { FallbackPolicy } from "./model-fallback.ts";
import type { Confirm, FindHeadroom, ReservePolicy } from "./usage-reserve.ts";

/** Retry, fallback and usage reserve. Functions are called each time, as settings may change. */
export interface RecoveryOptions {
	readonly fallback: () => FallbackPolicy;
	readonly usageReserve: () => ReservePolicy;
	readonly headroom: FindHeadroom;
	/** Asks the user a yes-or-no question. */
	readonly confirm: Confirm;
	readonly switchCredential: SwitchCredential;
	/** A model that announces an action and stops is asked to continue. */
	readonly detectsUnexpectedStops: () => boolean;
}

export const defaultRecoveryOptions: RecoveryOptions = {
	fallback: () => ({ enabled: true, chains: {}, revertPolicy: "cooldown-expiry" }),
	usageReserve: () => ({ enabled: false, reservePercent: 10, action: "confirm" }),
	headroom: async () => undefined,
	confirm: async () => undefined,
	switchCredential: async () => ({ switched: false }),
	detectsUnexpectedStops: () => false,
};
