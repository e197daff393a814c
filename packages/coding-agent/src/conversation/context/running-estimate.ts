import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { GrowingHistory } from "../history/growing-history.ts";
import { estimateMessages, type ImageBilling } from "./estimate-tokens.ts";

/** Incremental token estimate of a growing history. */
export class RunningEstimate {
	readonly #history = new GrowingHistory();
	#billing: ImageBilling | undefined;
	#total = 0;

	of(messages: readonly AgentMessage[], billing: ImageBilling): number {
		const { isReplaced, added } = this.#history.take(messages);
		const isSame = !isReplaced && billing === this.#billing;
		this.#billing = billing;
		this.#total = isSame ? this.#total + estimateMessages(added, billing) : estimateMessages(messages, billing);
		return this.#total;
	}
}
