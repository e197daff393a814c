import { isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { FinishedCall, RunEndBlock } from "./block.ts";
import type { ScreenEvent } from "./reduce.ts";

/** Sums up a run from its events: its calls, its time by the clock of its messages, and its cost. */
export class RunTotals {
	readonly #begun = new Map<string, unknown>();
	#calls: FinishedCall[] = [];
	#costUsd = 0;
	#startedAt: number | undefined;
	#endedAt = 0;
	#hasReply = false;
	#changed: Pick<RunEndBlock, "changedFiles" | "changesRepository"> = {};
	readonly #agentsCost: () => number;
	/** What sub-agents had cost when the last run ended. */
	#countedAgentsCost: number | undefined;

	/** `agentsCost`: what the sub-agents of the session have cost so far. */
	constructor(agentsCost: () => number = () => 0) {
		this.#agentsCost = agentsCost;
	}

	/** The block that ends the run, when the event does. */
	take(event: ScreenEvent, newId: () => string): RunEndBlock | undefined {
		this.#countedAgentsCost ??= this.#agentsCost();
		switch (event.type) {
			case "message_end":
				if (isLlmMessage(event.message)) this.#takeMessage(event.message);
				return undefined;
			case "tool_execution_start":
				this.#begun.set(event.toolCallId, event.args);
				return undefined;
			case "tool_execution_end": {
				const args = this.#begun.get(event.toolCallId);
				this.#begun.delete(event.toolCallId);
				if (!event.isError) this.#calls.push({ tool: event.toolName, args, output: event.result });
				return undefined;
			}
			case "files_changed":
				this.#changed = {
					changedFiles: event.count,
					...(event.changesRepository && { changesRepository: true }),
				};
				return undefined;
			case "agent_end":
				return event.isTerminal === false ? undefined : this.#end(newId);
			default:
				return undefined;
		}
	}

	#takeMessage(message: Extract<Parameters<typeof isLlmMessage>[0], { timestamp: number }>): void {
		const isReply = message.role === "assistant";
		// What came before the prompt, such as a notice, does not belong to the run.
		if (this.#startedAt === undefined || (message.role === "user" && !this.#hasReply)) {
			this.#startedAt = message.timestamp;
		}
		this.#endedAt = Math.max(this.#endedAt, message.timestamp + (isReply ? (message.duration ?? 0) : 0));
		if (!isReply) return;
		this.#hasReply = true;
		this.#costUsd += message.usage.cost.total;
	}

	#end(newId: () => string): RunEndBlock | undefined {
		const [calls, ownCost, hasReply, changed] = [this.#calls, this.#costUsd, this.#hasReply, this.#changed];
		const agentsCost = this.#agentsCost();
		const costUsd = ownCost + Math.max(0, agentsCost - (this.#countedAgentsCost ?? agentsCost));
		this.#countedAgentsCost = agentsCost;
		const elapsedMs = Math.max(0, this.#endedAt - (this.#startedAt ?? this.#endedAt));
		this.#begun.clear();
		this.#calls = [];
		this.#costUsd = 0;
		this.#startedAt = undefined;
		this.#endedAt = 0;
		this.#hasReply = false;
		this.#changed = {};
		if (!hasReply) return undefined;
		return { kind: "run_end", id: newId(), calls, elapsedMs, costUsd, ...changed, settled: true };
	}
}
