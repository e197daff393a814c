import type { Command } from "../../commands/contract/command.ts";
import { notice } from "../../commands/contract/outcome.ts";
import { currentMode } from "../../conversation/queries/current-mode.ts";
import { usePlanModel } from "./plan-models.ts";
import { findPlan } from "./running-plan.ts";
import { planSettings } from "./settings.ts";

export const planCommand: Command = {
	name: "plan",
	summary: "Plan first: nothing changes until you approve",
	group: "model",
	hint: "[prompt]",
	describe: (session) => (findPlan(session).isActive ? "on" : "off"),
	screen: {
		async run({ session, args }) {
			const { settings, conversation } = session;
			const plan = findPlan(session);
			if (!settings.get(planSettings.enabled)) return notice("Plan mode is disabled (plan.enabled).", "warning");
			if (plan.isActive && args === "") {
				plan.leave();
				await conversation.refresh();
				return notice("Plan mode off.");
			}
			if (!plan.isActive) {
				if (currentMode(conversation.log) === "goal") {
					return notice("A goal is active. Use /goal pause or /goal drop before planning.", "warning");
				}
				plan.enter();
				await conversation.refresh();
				await usePlanModel(session);
			}
			const message = "Plan mode on: no changes until you approve a plan.";
			return args === "" ? notice(message) : { kind: "prompt", text: args, notice: message };
		},
	},
};
