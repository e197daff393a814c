import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import { shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { currentMode } from "../../conversation/queries/current-mode.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import { GoalMode } from "./goal-mode.ts";
import type { RunningGoal } from "./running-goal.ts";

export function startGoal({ workbench: { host, settings } }: FeatureStart): RunningGoal {
	const goals = new WeakMap<Conversation, GoalMode>();
	/** Those that somebody watches at a screen: only they continue automatically. */
	const watched = new WeakSet<Conversation>();
	const goalOf = (conversation: Conversation) => {
		const goal = goals.get(conversation);
		if (!goal) throw new Error(`The conversation ${conversation.id} has no goal mode`);
		return goal;
	};
	return {
		goalOf,
		join({ conversation }) {
			const goal = new GoalMode({
				log: () => conversation.log,
				now: host.now,
				newId: host.newId,
				isPlanning: () => currentMode(conversation.log) === "plan",
				mayContinue: () =>
					watched.has(conversation) && settings.get(goalSettings.continuationModes).includes("interactive"),
				isEnabled: () => settings.get(goalSettings.enabled),
			});
			goals.set(conversation, goal);
			return { services: { goals: goal }, hooks: [(live) => goal.hook(live)] };
		},
		atScreen({ conversation }) {
			watched.add(conversation);
		},
		mode({ conversation }) {
			const { goal } = goalOf(conversation);
			if (goal?.status === "paused") return { symbol: "icon.paused", text: "Paused" };
			if (goal?.status !== "active" || !settings.get(goalSettings.statusInFooter)) return undefined;
			const numbers = [goal.tokensUsed, goal.tokenBudget || []].flat().map(shortNumber);
			return { symbol: "icon.goal", text: `Goal ${numbers.join("/")}` };
		},
	};
}
