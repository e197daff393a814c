import { sleep } from "@oh-my-pi/pi-utils/abort";
import type { ConversationOptions } from "./conversation-options.ts";
import type { LiveContext } from "./live-context.ts";
import { AutoRetry } from "./recovery/auto-retry.ts";
import { queuedMessages, type SettleStep } from "./settle-step.ts";

/** What keeps a conversation going: tries again, and keeps the context within the window. */
export class Maintenance {
	readonly #retry: AutoRetry;

	constructor(options: ConversationOptions, live: LiveContext) {
		const emit = live.emit;
		this.#retry = new AutoRetry({ limits: options.retry, sleep: options.sleep ?? sleep, emit });
	}

	/** In the order in which they are asked after a run. */
	get settleSteps(): readonly SettleStep[] {
		return [this.#retry, queuedMessages];
	}

	async beforeModelCall(_signal: AbortSignal): Promise<void> {}
}
