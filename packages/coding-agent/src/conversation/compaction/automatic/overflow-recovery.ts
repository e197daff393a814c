import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { ContextMeter } from "../../context/context-meter.ts";
import type { FinishedRun } from "../../hooks/finished-run.ts";
import type { Hook } from "../../hooks/hook.ts";
import { hookOrder } from "../../hooks/hook-order.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import { failureKind } from "../../recovery/failure-kind.ts";
import type { AutoCompaction } from "./auto-compaction.ts";
import type { Promotion } from "./promotion.ts";

interface OverflowRecoveryPorts {
	readonly live: LiveContext;
	readonly meter: ContextMeter;
	readonly compaction: AutoCompaction;
	readonly promotion: Promotion;
}

/** After a context overflow or a reply cut off at the window: compacts and retries. */
export class OverflowRecovery implements Hook {
	readonly name = "overflow-recovery";
	readonly order = hookOrder.overflowRecovery;
	readonly #ports: OverflowRecoveryPorts;
	#hasTried = false;

	constructor(ports: OverflowRecoveryPorts) {
		this.#ports = ports;
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const reason = this.#reason(run);
		if (!reason) return "pass";
		if (await this.#ports.promotion.promote(run.dropReply)) return "continue";
		const { compaction, live } = this.#ports;
		if (!compaction.isWanted) return "pass";
		if (this.#hasTried) {
			const message = "The context is still too large after compaction; start a new session or choose a larger model";
			await live.emit({ type: "notice", level: "error", message, source: "compaction" });
			return "pass";
		}
		this.#hasTried = true;
		const { signal, dropReply } = run;
		return (await compaction.run({ reason, signal, dropReply })) ? "continue" : "pass";
	}

	/** Called after a successful reply and for a new prompt: recovery may be tried again. */
	reset(): void {
		this.#hasTried = false;
	}

	#reason({ reply, messages, signal }: FinishedRun): "overflow" | "incomplete" | undefined {
		if (!reply || signal.aborted || messages.at(-1) !== reply || !this.#isCurrent(reply)) return undefined;
		if (failureKind(reply) === "overflow") return "overflow";
		return reply.stopReason === "length" && toolCallsOf(reply).length === 0 ? "incomplete" : undefined;
	}

	/** True for a reply of the current model about the current context. */
	#isCurrent(reply: AssistantMessage): boolean {
		const { model } = this.#ports.live.parts;
		return reply.provider === model?.provider && reply.model === model.id && !this.#ports.meter.isStale(reply);
	}
}
