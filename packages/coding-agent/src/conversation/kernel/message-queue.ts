import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { QueueOp } from "../contract/op.ts";

/** The messages that wait for the current run, and when they are delivered. */
export class MessageQueue {
	readonly #agent: Agent;

	constructor(agent: Agent) {
		this.#agent = agent;
	}

	get modes(): Agent["queues"] {
		return this.#agent.queues;
	}

	get waiting(): { readonly steering: readonly AgentMessage[]; readonly followUps: readonly AgentMessage[] } {
		return { steering: this.#agent.steeringQueue, followUps: this.#agent.followUpQueue };
	}

	setMode(op: QueueOp): void {
		if (op.type === "set_steering_mode") this.#agent.setSteeringMode(op.mode);
		else if (op.type === "set_follow_up_mode") this.#agent.setFollowUpMode(op.mode);
		else this.#agent.setInterruptMode(op.mode);
	}

	/** Dequeues the newest message: steering first, then follow-ups. */
	takeBackLast(): AgentMessage | undefined {
		return this.#agent.popLastSteer() ?? this.#agent.popLastFollowUp();
	}

	/** Resolves when the user sends a steering message, or when the signal fires. */
	whenSteered(signal: AbortSignal): Promise<void> {
		return this.#agent.whenSteered(signal);
	}

	/** In a session entered from within a run, what would follow the run is delivered at once, one follow-up at a time. */
	deliverNext(): void {
		const { steeringQueue, followUpQueue } = this.#agent;
		this.#agent.replaceQueues([...steeringQueue, ...followUpQueue.slice(0, 1)], followUpQueue.slice(1));
	}
}
