import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { TodoPhase, TodoTask } from "@oh-my-pi/pi-session/todos";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { AsideQuestions } from "./aside/aside-questions.ts";
import { type BranchSummary, type BranchSummaryOptions, summarizeBranch } from "./compaction/branch-summary.ts";
import { type Condensers, condensers } from "./compaction/condensers.ts";
import { ContextKeeper } from "./compaction/context-keeper.ts";
import { Handoff, type HandoffResult } from "./compaction/handoff.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import { Guide } from "./guide/guide.ts";
import type { LiveContext } from "./live-context.ts";
import { AutoRetry } from "./recovery/auto-retry.ts";
import { ModelFallback } from "./recovery/model-fallback.ts";
import { UsageReserve } from "./recovery/usage-reserve.ts";
import type { SessionChange } from "./session/change-session.ts";
import { queuedMessages, type SettleStep } from "./settle-step.ts";
import { type SmallModelJudges, smallModelJudges } from "./small-model-judges.ts";
import { defaultUpkeep } from "./upkeep-options.ts";

interface MaintenancePorts {
	readonly agent: Agent;
	readonly todos: () => readonly TodoPhase[];
	/** The list has to be read from the log again. */
	readonly forgetTodos: () => void;
	/** Goes on in another session, from where nothing runs. */
	readonly enter: (change: SessionChange) => Promise<boolean>;
}

/** What keeps a conversation going: tries again, keeps the context within the window, and the model on its way. */
export class Maintenance {
	readonly context: ContextKeeper;
	/** Absent where nobody asks for it, as in tests of other things. */
	readonly guide: Guide | undefined;
	readonly #agent: Agent;
	readonly #retry: AutoRetry;
	readonly #fallback: ModelFallback;
	readonly #reserve: UsageReserve;
	readonly #handoff: Handoff;
	readonly #condensers: Condensers;
	readonly #judges: SmallModelJudges;
	/** Questions that are no part of the conversation. */
	readonly aside: AsideQuestions;

	constructor(options: ConversationOptions, live: LiveContext, ports: MaintenancePorts) {
		const upkeep = { ...defaultUpkeep, ...options.upkeep };
		const { models } = upkeep;
		const { now } = options.host;
		this.#agent = ports.agent;
		const { streamFn, retry } = options;
		const aside = { streamFn, retry, streamOptions: live.streamOptions, sleep: options.sleep ?? sleep };
		const warn = (message: string) => void live.emit({ type: "notice", level: "warning", message });
		this.#judges = smallModelJudges(live, upkeep, { ...aside, now });
		this.#condensers = condensers(live, upkeep, aside, warn);
		this.aside = new AsideQuestions(live, aside, options.host);
		this.#fallback = new ModelFallback({ live, models, policy: upkeep.fallback, now });
		const { usageReserve, headroom, confirm } = upkeep;
		this.#reserve = new UsageReserve({ live, fallback: this.#fallback, policy: usageReserve, headroom, confirm, now });
		this.#retry = new AutoRetry({
			limits: retry,
			sleep: aside.sleep,
			emit: live.emit,
			model: () => live.parts.model,
			fallback: this.#fallback,
			switchCredential: upkeep.switchCredential,
			tellModel: (customType, content) =>
				live.append({ role: "custom", customType, content, display: false, attribution: "agent", timestamp: now() }),
			resetProviderState: live.resetProviderState,
		});
		this.#handoff = new Handoff({ ...aside, live, enter: ports.enter, warn, now });
		this.context = new ContextKeeper({
			live,
			upkeep,
			summarize: this.#condensers.summarize,
			summarizeLocally: this.#condensers.summarizeLocally,
			handoff: this.#handoff,
			hasOpenTodos: () => ports.todos().some(({ tasks }) => tasks.some(isOpen)),
			sleep: aside.sleep,
			now,
		});
		this.context.entered(options.messages);
		const onRewound = (messages: readonly AgentMessage[]) => {
			ports.forgetTodos();
			this.context.entered(messages);
		};
		this.guide = options.guidance && new Guide(options.guidance, { ...ports, live, now, onRewound });
	}

	/** In the order in which they are asked after a run. */
	get settleSteps(): readonly SettleStep[] {
		const { recovery, threshold } = this.context.settleSteps;
		// What comes in while the context is made smaller is as good as queued before.
		const ours = this.guide ? [this.guide.continuation] : [];
		return [
			this.#retry,
			recovery,
			queuedMessages,
			...(this.guide?.settleSteps ?? []),
			this.#judges.unexpectedStop,
			threshold,
			queuedMessages,
			...ours,
		];
	}

	get isRetrying(): boolean {
		return this.#retry.isWaiting;
	}

	/** A word of the user's is about to start a run. */
	async beforePrompt(message: AgentMessage, signal: AbortSignal): Promise<void> {
		this.guide?.beforePrompt();
		this.#judges.unexpectedStop.beforePrompt();
		await this.#fallback.beforePrompt();
		await this.#reserve.beforePrompt(signal);
		await this.#judges.thinking.beforePrompt(message, signal);
	}

	/** What goes ahead of a prompt that is about to start a run. */
	promptNotes(): ReturnType<Guide["promptNotes"]> {
		return this.guide?.promptNotes() ?? [];
	}

	/** The next request is worth all the thought the model has, where that is left to us. */
	thinkHardOnce(): void {
		this.#judges.thinking.thinkHardOnce();
	}

	async observe(event: AgentEvent): Promise<void> {
		this.context.observe(event);
		if (event.type === "message_end" && event.message.role === "assistant") await this.#retry.observe(event.message);
	}

	/** The tools that a host wants offered. */
	useTools(tools: Parameters<Agent["setTools"]>[0]): void {
		if (this.guide) this.guide.useTools(tools);
		else this.#agent.setTools(tools);
	}

	/** The conversation goes on with these messages. */
	entered(messages: readonly AgentMessage[]): void {
		this.context.entered(messages);
		this.guide?.entered();
	}

	/** Goes on in a new session that begins with a document about this one. */
	handOff(options: { readonly focus?: string; readonly signal: AbortSignal }): Promise<HandoffResult> {
		return this.#handoff.handOff(options);
	}

	/** Puts a branch that is left into words; `undefined` when that was broken off. */
	async summarizeBranch(
		entries: Parameters<typeof summarizeBranch>[0],
		options: BranchSummaryOptions,
	): Promise<BranchSummary | undefined> {
		try {
			return await summarizeBranch(entries, this.#condensers.ask, options);
		} catch (error) {
			if (options.signal.aborted) return undefined;
			throw error;
		}
	}
}

/** Blocked ones wait for somebody else. */
function isOpen({ status }: TodoTask): boolean {
	return status === "pending" || status === "in_progress";
}
