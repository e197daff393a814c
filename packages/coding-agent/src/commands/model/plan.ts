import { usePlanModel } from "../../features/plan-models.ts";
import { planSettings } from "../../settings/sections/plan.ts";
import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const planCommand: Command = {
	name: "plan",
	summary: "Plan first: nothing changes until you approve",
	group: "model",
	hint: "[prompt]",
	describe: ({ plan }) => (plan.isActive ? "on" : "off"),
	screen: {
		async run({ session, args }) {
			const { plan, settings, conversation } = session;
			if (!settings.get(planSettings.enabled)) return notice("Plan mode is disabled (plan.enabled).", "warning");
			if (plan.isActive && args === "") {
				plan.leave();
				await conversation.refresh();
				return notice("Plan mode off.");
			}
			if (!plan.isActive) {
				if (session.goal.goal?.status === "active") {
					return notice("A goal is active. Use /goal pause or /goal drop before planning.", "warning");
				}
				plan.enter();
				await conversation.refresh();
				await usePlanModel(session);
			}
			const said = "Plan mode on: no changes until you approve a plan.";
			return args === "" ? notice(said) : { kind: "prompt", text: args, notice: said };
		},
	},
};
