import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { lastReply } from "../history/last-reply.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import type { HookList } from "../hooks/hook-list.ts";

interface RunDriverPorts {
	readonly agent: Agent;
	readonly log: () => SessionLog;
	readonly hooks: Pick<HookList, "settle">;
	/** A background job will start another run. */
	readonly willResume: () => boolean;
	readonly emit: (event: AgentEvent) => Promise<void>;
}

/** Drives the agent from a prompt until no hook continues the run. Only the last `agent_end` is emitted. */
export class RunDriver {
	readonly #ports: RunDriverPorts;
	#interruption = new AbortController();
	#heldEnd: Extract<AgentEvent, { type: "agent_end" }> | undefined;
	#takeover: (() => Promise<unknown>) | undefined;
	#isStopped = false;

	constructor(ports: RunDriverPorts) {
		this.#ports = ports;
	}

	/** Aborted when the current run or its automatic follow-ups are interrupted. */
	get signal(): AbortSignal {
		return this.#interruption.signal;
	}

	holdEnd(event: Extract<AgentEvent, { type: "agent_end" }>): void {
		this.#heldEnd = event;
	}

	/** One run and its automatic follow-ups, then emits `agent_end`; the same again with what was sent while that was handled. */
	async run(begin: () => Promise<unknown>): Promise<void> {
		let next: (() => Promise<unknown>) | undefined = begin;
		while (next) {
			while (next) {
				await this.#interruptible(next);
				next = await this.#following();
			}
			const queued = this.#ports.agent.queuedMessageCount;
			const end = this.#heldEnd;
			this.#heldEnd = undefined;
			if (end) await this.#ports.emit({ ...end, isTerminal: !this.#ports.willResume() });
			next = this.#late(queued);
		}
	}

	/** Interrupts the current run's follow-ups and starts `begin` instead. */
	takeOver(begin: () => Promise<unknown>): void {
		this.#takeover = begin;
		this.interrupt();
	}

	/** Removes the last reply from the context and from the log's current path; the log keeps it on a side branch. */
	dropReply(): void {
		this.#finishedRun().dropReply();
	}

	/** Stops automatic follow-ups of the current or last run; queued messages still start the next one. */
	interrupt(): void {
		this.#interruption.abort(new DOMException("Interrupted by user", "AbortError"));
	}

	/** No further run starts. */
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

	/** What came after the run had settled, and would otherwise wait for the next prompt. */
	#late(queuedBefore: number): (() => Promise<unknown>) | undefined {
		const takeover = this.#takeover;
		this.#takeover = undefined;
		if (this.#isStopped) return undefined;
		const { agent } = this.#ports;
		return takeover ?? (agent.queuedMessageCount > queuedBefore ? () => agent.continue() : undefined);
	}

	#finishedRun(): FinishedRun {
		const { agent } = this.#ports;
		const { messages } = agent.state;
		const reply = lastReply(messages);
		return {
			reply,
			messages,
			// An aside does not resume a run that the user has aborted.
			hasQueuedMessages: agent.hasQueuedMessages || (agent.hasAsides && !this.signal.aborted),
			signal: this.signal,
			dropReply: () => {
				agent.replaceMessages(messages.filter((message) => message !== reply));
				leaveLastReply(this.#ports.log());
			},
		};
	}
}

/** Branches before the last reply, so that the log's path matches the context. */
function leaveLastReply(log: SessionLog): void {
	const path = log.path();
	const reply = path.findLastIndex((step) => step.role === "assistant");
	const before = path[reply - 1];
	if (before) log.branch(before.id);
	else if (reply === 0) log.resetLeaf();
}
