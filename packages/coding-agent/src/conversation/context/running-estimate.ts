import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { estimateMessages, type ImageBilling } from "./estimate-tokens.ts";
import { GrowingHistory } from "./growing-history.ts";

/** The estimate for all messages of a history that mostly grows. */
export class RunningEstimate {
	readonly #history = new GrowingHistory();
	#billing: ImageBilling | undefined;
	#total = 0;

	of(messages: readonly AgentMessage[], billing: ImageBilling): number {
		const { isAnew, added } = this.#history.take(messages);
		const isSame = !isAnew && billing === this.#billing;
		this.#billing = billing;
		this.#total = isSame ? this.#total + estimateMessages(added, billing) : estimateMessages(messages, billing);
		return this.#total;
	}
}
