import type { OutFrame } from "../../../rpc-protocol/frames.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

type Payload = Readonly<Record<string, unknown>>;

/** Writes what sub-agents do, as much of it as the host wants to hear, and knows which of them run. */
export class SubagentForwarder implements Disposable {
	level: "off" | "progress" | "events" = "off";
	readonly #running = new Map<string, Payload>();
	readonly #now: () => number;
	readonly #unsubscribe: (() => void) | undefined;

	constructor(
		{ workbench, host }: Pick<OpenedConversation, "workbench" | "host">,
		write: (frame: OutFrame) => unknown,
	) {
		this.#now = host.now;
		this.#unsubscribe = workbench.features.agents?.listen((channel, payload) => {
			const kind = channel.slice(channel.lastIndexOf(":") + 1);
			this.#note(kind, payload);
			if (kind === "event" && this.level === "events") void write({ type: "subagent_event", payload });
			else if (this.level === "off") return;
			else if (kind === "progress") void write({ type: "subagent_progress", payload });
			else if (kind === "lifecycle") void write({ type: "subagent_lifecycle", payload });
		});
	}

	/** The sub-agents that run now, by index and id. */
	running(): readonly Payload[] {
		return [...this.#running.values()].toSorted(
			(one, other) => Number(one.index) - Number(other.index) || (String(one.id) < String(other.id) ? -1 : 1),
		);
	}

	[Symbol.dispose](): void {
		this.#unsubscribe?.();
	}

	#note(kind: string, payload: Payload): void {
		const id = String(payload.id);
		if (kind === "lifecycle" && payload.status !== "started") this.#running.delete(id);
		else if (kind === "lifecycle") this.#running.set(id, { ...payload, lastUpdate: this.#now() });
		else if (kind === "progress" && this.#running.has(id)) {
			const { task, assignment, progress } = payload;
			this.#running.set(id, { ...this.#running.get(id), task, assignment, progress, lastUpdate: this.#now() });
		}
	}
}
