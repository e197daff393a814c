import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import { localFolder } from "../../workbench/urls/built-in-url-schemes.ts";
import { PlanMode } from "./mode/plan-mode.ts";
import { planWorkMode } from "./plan-work-mode.ts";
import type { RunningPlan } from "./running-plan.ts";
import { planSettings } from "./settings.ts";

export function startPlan({ workbench: { host, settings }, request }: FeatureStart): RunningPlan {
	const plans = new WeakMap<Conversation, PlanMode>();
	const planOf = (conversation: Conversation) => {
		const plan = plans.get(conversation);
		if (!plan) throw new Error(`The conversation ${conversation.id} has no plan mode`);
		return plan;
	};
	return {
		planOf,
		workMode: planWorkMode,
		join({ conversation, top }) {
			const plan = new PlanMode({
				log: () => conversation.log,
				localFolder: () => localFolder(top.log),
				now: host.now,
			});
			plans.set(conversation, plan);
			return {
				hooks: [() => plan.hook],
				isTreeReadOnly: () => plan.isActive,
				// The plan depends on the user's answers.
				mustWaitForAnswers: () => plan.isActive,
				standingAction: () => plan.standing,
			};
		},
		async opened(session) {
			if (request.planYolo === undefined) return;
			const { planWithoutReview } = await import("./plan-without-review.ts");
			await planWithoutReview(session, request.planYolo);
		},
		mode: ({ conversation }) =>
			planOf(conversation).isActive ? { symbol: "icon.plan", text: "Plan", isLimit: true } : undefined,
		settled: ({ conversation }) => planOf(conversation).execution,
		/** Opens the review of a plan when its run has ended, and starts in plan mode where the settings say so. */
		async atScreen({ conversation }, { submit, attempt }) {
			const plan = planOf(conversation);
			plan.onProposed = () => {
				// The run ends with this call; the review needs an idle conversation.
				setTimeout(() => void attempt(() => conversation.idle().then(() => submit("/plan-review ask"))), 0);
			};
			const begins = settings.get(planSettings.enabled) && settings.get(planSettings.defaultOnStartup);
			if (begins && conversation.messages.length === 0 && !plan.isActive) await submit("/plan");
		},
	};
}
