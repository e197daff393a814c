import { currentMode } from "../../conversation/queries/current-mode.ts";
import type { WorkMode } from "../../workbench/work-mode.ts";
import { findPlan } from "./running-plan.ts";
import { planSettings } from "./settings.ts";

/** Plan mode as the user and clients switch it. */
export const planWorkMode: WorkMode = {
	id: "plan",
	name: "Plan",
	description: "Plans first: nothing changes until you approve",
	command: "/plan",
	isOffered: ({ settings }) => settings.get(planSettings.enabled),
	isActive: (session) => findPlan(session).isActive,
	whyRefused: ({ log }) =>
		currentMode(log) === "goal" ? "A goal is active. Use /goal pause or /goal drop before planning." : undefined,
	async enter(session) {
		findPlan(session).enter();
		await session.conversation.refresh();
		const { usePlanModel } = await import("./plan-models.ts");
		await usePlanModel(session);
	},
	async leave(session) {
		findPlan(session).leave();
		await session.conversation.refresh();
	},
};
