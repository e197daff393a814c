import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { lastReply } from "./history/last-reply.ts";
import type { FinishedRun } from "./hooks/finished-run.ts";
import type { HookList } from "./hooks/hook-list.ts";

interface SettlerPorts {
	readonly agent: Agent;
	readonly log: () => SessionLog;
	readonly hooks: Pick<HookList, "settle">;
	/** A run will begin without anybody's doing. */
	readonly willResume: () => boolean;
	readonly emit: (event: AgentEvent) => Promise<void>;
}

/** Drives the agent from a prompt until nothing of ours follows; the ends of runs in between are not announced. */
export class Settler {
	readonly #ports: SettlerPorts;
	#interruption = new AbortController();
	#heldEnd: Extract<AgentEvent, { type: "agent_end" }> | undefined;
	#takeover: (() => Promise<unknown>) | undefined;
	#isStopped = false;

	constructor(ports: SettlerPorts) {
		this.#ports = ports;
	}

	/** Fires when what runs now, or what follows it, is to end. */
	get signal(): AbortSignal {
		return this.#interruption.signal;
	}

	holdEnd(event: Extract<AgentEvent, { type: "agent_end" }>): void {
		this.#heldEnd = event;
	}

	/** One run, and whatever has to follow it. Then the end is announced. */
	async run(begin: () => Promise<unknown>): Promise<void> {
		let next: (() => Promise<unknown>) | undefined = begin;
		while (next) {
			await this.#interruptible(next);
			next = await this.#following();
		}
		const end = this.#heldEnd;
		this.#heldEnd = undefined;
		if (end) await this.#ports.emit({ ...end, isTerminal: !this.#ports.willResume() });
	}

	/** Ends what follows the run under way; this comes in its place. */
	takeOver(begin: () => Promise<unknown>): void {
		this.#takeover = begin;
		this.interrupt();
	}

	/** Takes the last reply out of what the model sees and off the log's path; the log keeps it beside. */
	dropReply(): void {
		this.#finishedRun().dropReply();
	}

	/** Ends what follows the run under way or the last one; what is queued still starts the next. */
	interrupt(): void {
		this.#interruption.abort(new DOMException("Interrupted by user", "AbortError"));
	}

	/** Nothing follows any more. */
	stop(): void {
		this.#isStopped = true;
		this.interrupt();
	}

	#interruptible(run: () => Promise<unknown>): Promise<unknown> {
		this.#interruption = new AbortController();
		return run();
	}

	async #following(): Promise<(() => Promise<unknown>) | undefined> {
		const hasMore = !this.#isStopped && !this.#takeover && (await this.#ports.hooks.settle(() => this.#finishedRun()));
		const takeover = this.#takeover;
		this.#takeover = undefined;
		if (this.#isStopped) return undefined;
		return takeover ?? (hasMore ? () => this.#ports.agent.continue() : undefined);
	}

	#finishedRun(): FinishedRun {
		const { agent } = this.#ports;
		const { messages } = agent.state;
		const reply = lastReply(messages);
		return {
			reply,
			messages,
			// What was said in passing does not bring a run back that the user has stopped.
			hasQueuedMessages: agent.hasQueuedMessages || (agent.hasAsides && !this.signal.aborted),
			signal: this.signal,
			dropReply: () => {
				agent.replaceMessages(messages.filter((message) => message !== reply));
				leaveLastReply(this.#ports.log());
			},
		};
	}
}

/** Goes on from before the last reply, so that reading the log gives what the model sees. */
function leaveLastReply(log: SessionLog): void {
	const path = log.path();
	const reply = path.findLastIndex((step) => step.role === "assistant");
	const before = path[reply - 1];
	if (before) log.branch(before.id);
	else if (reply === 0) log.resetLeaf();
}
