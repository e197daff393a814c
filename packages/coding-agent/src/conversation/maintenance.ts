import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { TodoPhase, TodoTask } from "@oh-my-pi/pi-session/todos";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { askAside } from "./compaction/ask-aside.ts";
import { defaultCompactionPolicy } from "./compaction/compaction-policy.ts";
import { ContextKeeper } from "./compaction/context-keeper.ts";
import { summarizers } from "./compaction/summarizers.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import type { LiveContext } from "./live-context.ts";
import { AutoRetry } from "./recovery/auto-retry.ts";
import { noOtherModels } from "./recovery/model-directory.ts";
import { ModelFallback } from "./recovery/model-fallback.ts";
import { queuedMessages, type SettleStep } from "./settle-step.ts";
import type { UpkeepOptions } from "./upkeep-options.ts";

/** What keeps a conversation going: tries again, and keeps the context within the window. */
export class Maintenance {
	readonly #retry: AutoRetry;
	readonly #fallback: ModelFallback;
	readonly context: ContextKeeper;

	constructor(options: ConversationOptions, live: LiveContext, facts: { todos: () => readonly TodoPhase[] }) {
		const upkeep = { ...defaultUpkeep, ...options.upkeep };
		const { models } = upkeep;
		const { now } = options.host;
		const ports = { ...options, sleep: options.sleep ?? sleep };
		this.#fallback = new ModelFallback({ live, models, policy: upkeep.fallback, now });
		this.#retry = new AutoRetry({
			limits: options.retry,
			sleep: ports.sleep,
			emit: live.emit,
			model: () => live.parts.model,
			fallback: this.#fallback,
			switchCredential: upkeep.switchCredential,
			resetProviderState: live.resetProviderState,
		});
		this.context = new ContextKeeper({
			live,
			upkeep,
			ask: async (aside, signal) =>
				askAside({ ...aside, signal }, await summarizers(live.parts.model, models), {
					...ports,
					streamOptions: live.streamOptions,
				}),
			hasOpenTodos: () => facts.todos().some(({ tasks }) => tasks.some(isOpen)),
			now,
		});
		this.context.entered(options.messages);
	}

	/** In the order in which they are asked after a run. */
	get settleSteps(): readonly SettleStep[] {
		return [this.#retry, ...this.context.settleSteps, queuedMessages];
	}

	get isRetrying(): boolean {
		return this.#retry.isWaiting;
	}

	/** A word of the user's is about to start a run. */
	beforePrompt(): Promise<void> {
		return this.#fallback.beforePrompt();
	}

	beforeModelCall(signal: AbortSignal): Promise<void> {
		return this.context.beforeModelCall(signal);
	}

	async observe(event: AgentEvent): Promise<void> {
		this.context.observe(event);
		if (event.type !== "message_end" || event.message.role !== "assistant") return;
		await this.#retry.observe(event.message as AssistantMessage);
	}

	/** The conversation goes on with these messages. */
	entered(messages: readonly AgentMessage[]): void {
		this.context.entered(messages);
	}
}

/** Blocked ones wait for somebody else. */
function isOpen({ status }: TodoTask): boolean {
	return status === "pending" || status === "in_progress";
}

const defaultUpkeep: UpkeepOptions = {
	compaction: () => defaultCompactionPolicy,
	compactionHooks: {},
	compactionDeadlineMs: 10 * 60_000,
	contextPromotion: () => true,
	fallback: () => ({ enabled: true, chains: {}, revertPolicy: "cooldown-expiry" }),
	models: noOtherModels,
	switchCredential: async () => ({ switched: false }),
	cacheLifeMs: () => 5 * 60_000,
};
