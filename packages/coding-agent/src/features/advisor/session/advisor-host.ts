import { parseModelSwitch } from "../../../agents/definition/agent-definition.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { taskSettings } from "../../../settings/sections/agent/task.ts";
import { advisorSettings } from "../../../settings/sections/services/advisor.ts";
import type { Contribution, ConversationContext, CostRow } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { SpendCount } from "../reviewer/spend-count.ts";
import { costRows, panelRows, segmentText } from "./advisor-text.ts";
import { ConversationAdvisor } from "./conversation-advisor.ts";
import { waitForReviews } from "./wait-for-reviews.ts";

interface AdvisorHostPorts {
	readonly contextOf: (conversation: Conversation) => ConversationContext | undefined;
	/** A screen may show something else now. */
	readonly onChange: () => void;
}

interface Watched {
	readonly advisor: ConversationAdvisor;
	readonly removeHook?: () => void;
}

/** The advisors of a session's conversations, each switched on and off by itself. */
export class AdvisorHost {
	readonly #workbench: Workbench;
	readonly #ports: AdvisorHostPorts;
	readonly #watched = new WeakMap<Conversation, Watched>();
	readonly #spent = new WeakMap<Conversation, SpendCount>();

	constructor(workbench: Workbench, ports: AdvisorHostPorts) {
		this.#workbench = workbench;
		this.#ports = ports;
	}

	/** `undefined` while it is off. */
	find(conversation: Conversation): ConversationAdvisor | undefined {
		return this.#watched.get(conversation)?.advisor;
	}

	join(context: ConversationContext): Contribution {
		const { conversation } = context;
		const wish = chooseAdvisor(context);
		if (wish === false) return {};
		const advisor = this.#make(context, wish === true ? undefined : wish, false);
		this.#watched.set(conversation, { advisor });
		const { hook } = advisor;
		// It stays in the list when the advisor is switched off.
		return {
			hooks: [
				() => ({ ...hook, afterTurn: (results) => this.#ifOn(advisor, conversation, () => hook.afterTurn?.(results)) }),
			],
		};
	}

	/** From the end of the conversation on, with models and watchdog files as they are now. */
	async switchOn(conversation: Conversation): Promise<ConversationAdvisor> {
		const before = this.#watched.get(conversation);
		if (before) {
			await before.advisor.reload();
			return before.advisor;
		}
		const context = this.#ports.contextOf(conversation);
		if (!context) throw new Error("This conversation cannot have an advisor");
		const advisor = this.#make(context, undefined, true);
		this.#watched.set(conversation, { advisor, removeHook: conversation.addHook(advisor.hook) });
		await advisor.open();
		return advisor;
	}

	async switchOff(conversation: Conversation): Promise<void> {
		const before = this.#watched.get(conversation);
		this.#watched.delete(conversation);
		before?.removeHook?.();
		await before?.advisor.dispose();
	}

	/** The user trusts more or less of the project than before. */
	async reload(conversation: Conversation): Promise<void> {
		const advisor = this.find(conversation);
		if (advisor?.isOpen) await advisor.reload();
	}

	status(conversation: Conversation): string | undefined {
		const advisor = this.find(conversation);
		return advisor && segmentText(advisor);
	}

	panel(conversation: Conversation): readonly string[] {
		const advisor = this.find(conversation);
		return advisor ? panelRows(advisor) : [];
	}

	/** Also while it is off: what was spent stays spent. */
	costs(conversation: Conversation): readonly CostRow[] {
		const isOn = (this.find(conversation)?.reviewers.length ?? 0) > 0;
		return costRows(this.spend(conversation), { isOn });
	}

	/** Of all advisors that a conversation has had. */
	spend(conversation: Conversation): SpendCount {
		const spend = this.#spent.get(conversation) ?? new SpendCount();
		this.#spent.set(conversation, spend);
		return spend;
	}

	async settled(conversation: Conversation): Promise<void> {
		const advisor = this.find(conversation);
		if (advisor) await waitForReviews(advisor, conversation, this.#workbench.host.now);
	}

	#ifOn<Result>(advisor: ConversationAdvisor, conversation: Conversation, act: () => Result): Result | undefined {
		return this.find(conversation) === advisor ? act() : undefined;
	}

	#make(context: ConversationContext, model: string | undefined, startsAtEnd: boolean): ConversationAdvisor {
		return new ConversationAdvisor({
			workbench: this.#workbench,
			context,
			model,
			startsAtEnd,
			onChange: this.#ports.onChange,
			spend: this.spend(context.conversation),
		});
	}
}

/** Whether a conversation has an advisor, and by which model where that is not the role's. */
export function chooseAdvisor({
	settings,
	subagent,
}: Pick<ConversationContext, "settings" | "subagent">): boolean | string {
	if (!settings.get(advisorSettings.enabled)) return false;
	if (!subagent) return true;
	const { definition } = subagent;
	const byUser = definition && parseModelSwitch(settings.get(taskSettings.agentAdvisor)[definition.name]);
	return byUser ?? definition?.advisor ?? settings.get(advisorSettings.subagents);
}
