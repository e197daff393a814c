import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Subagent } from "./subagent.ts";
import type { SubagentEffect, SubagentEvent } from "./transitions.ts";

export interface LifecyclePorts {
	readonly now: () => number;
	/** How long an idle agent stays open; 0 or less for ever. */
	readonly idleMs: () => number;
	/** Whether commands that it started still run. */
	readonly hasRunningJobs: (id: string) => boolean;
	/** Opens the log of a parked agent again; `undefined` when the log cannot be used. */
	readonly reopen: (subagent: Subagent) => Promise<OpenedConversation | undefined>;
	/** Follows a conversation that was opened. */
	readonly watch: (subagent: Subagent, opened: OpenedConversation) => void;
	readonly onChange: () => void;
	/** An event came that the table of transitions does not have for the state. */
	readonly onIllegal: (subagent: Subagent, event: SubagentEvent) => void;
}

/** Takes sub-agents from state to state, and does what each transition asks for. */
export class SubagentLifecycle {
	readonly #ports: LifecyclePorts;
	readonly #idleTimers = new Map<Subagent, ReturnType<typeof setTimeout>>();
	readonly #closing = new WeakMap<Subagent, Promise<void>>();
	readonly #reviving = new WeakMap<Subagent, Promise<boolean>>();

	constructor(ports: LifecyclePorts) {
		this.#ports = ports;
	}

	apply(subagent: Subagent, event: SubagentEvent): void {
		const transition = subagent.apply(event);
		if (!transition) this.#ports.onIllegal(subagent, event);
		if (!transition || transition.isIgnored) return;
		clearTimeout(this.#idleTimers.get(subagent));
		this.#idleTimers.delete(subagent);
		subagent.lastActivityMs = this.#ports.now();
		for (const effect of transition.effects) this.#effects[effect](subagent);
		this.#ports.onChange();
	}

	/** Its conversation is open for the first time; false when its session has ended meanwhile. */
	start(subagent: Subagent, opened: OpenedConversation): boolean {
		subagent.opened = opened;
		this.apply(subagent, "start");
		return subagent.state === "working";
	}

	/** Resolves when a conversation that is being closed is closed. */
	async closed(subagent: Subagent): Promise<void> {
		await this.#closing.get(subagent);
	}

	/** Closes the conversation of an idle agent; a message reopens it. */
	async park(subagent: Subagent): Promise<void> {
		const { conversation } = subagent.opened ?? {};
		if (subagent.state !== "idle" || conversation?.isStreaming || this.#ports.hasRunningJobs(subagent.id)) return;
		this.apply(subagent, "park");
		await this.closed(subagent);
	}

	/** Reopens a parked agent; false when that is not possible. */
	async revive(subagent: Subagent): Promise<boolean> {
		await this.closed(subagent);
		if (subagent.opened) return true;
		const isReady = subagent.state === "parked" && subagent.sessionFile !== undefined && !subagent.isIsolated;
		if (isReady) this.apply(subagent, "revive");
		return subagent.state === "reviving" ? (this.#reviving.get(subagent) ?? false) : false;
	}

	readonly #effects: Readonly<Record<SubagentEffect, (subagent: Subagent) => void>> = {
		watch: (subagent) => {
			if (subagent.opened) this.#ports.watch(subagent, subagent.opened);
		},
		startIdleTimer: (subagent) => {
			const idleMs = this.#ports.idleMs();
			// Without a file there is nothing to revive it from.
			if (idleMs <= 0 || subagent.sessionFile === undefined) return;
			const timer = setTimeout(() => void this.park(subagent), idleMs);
			timer.unref?.();
			this.#idleTimers.set(subagent, timer);
		},
		markAborted: ({ opened }) => void opened?.conversation.log.appendCustomEntry("agent_aborted", {}),
		close: (subagent) => this.#close(subagent, subagent.state === "aborting" ? "aborted" : "parked"),
		discard: (subagent) => this.#close(subagent, "parent ended"),
		reopen: (subagent) => void this.#reviving.set(subagent, this.#reopen(subagent)),
	};

	#close(subagent: Subagent, reason: string): void {
		const conversation = subagent.opened?.conversation;
		if (!conversation) return;
		delete subagent.opened;
		const used = conversation.log.knownUsage;
		if (used) subagent.used = used;
		const closing = conversation.dispose(reason).finally(() => this.apply(subagent, "closed"));
		this.#closing.set(subagent, closing);
		void ignoreFailure(closing, "whoever waits for it is told");
	}

	async #reopen(subagent: Subagent): Promise<boolean> {
		let opened: OpenedConversation | undefined;
		try {
			opened = await this.#ports.reopen(subagent);
		} finally {
			if (opened) subagent.opened = opened;
			this.apply(subagent, opened ? "opened" : "open_failed");
		}
		return subagent.state === "idle";
	}
}
