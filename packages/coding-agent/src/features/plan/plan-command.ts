import type { Command } from "../../commands/contract/command.ts";
import { notice } from "../../commands/contract/outcome.ts";
import { planWorkMode } from "./plan-work-mode.ts";

export const planCommand: Command = {
	name: "plan",
	summary: "Plan first: nothing changes until you approve",
	group: "model",
	hint: "[prompt]",
	describe: (session) => (planWorkMode.isActive(session) ? "on" : "off"),
	screen: {
		async run({ session, args }) {
			if (!planWorkMode.isOffered(session)) return notice("Plan mode is disabled (plan.enabled).", "warning");
			const isActive = planWorkMode.isActive(session);
			if (isActive && args === "") {
				await planWorkMode.leave(session);
				return notice("Plan mode off.");
			}
			if (!isActive) {
				const reason = planWorkMode.whyRefused(session);
				if (reason !== undefined) return notice(reason, "warning");
				await planWorkMode.enter(session);
			}
			const message = "Plan mode on: no changes until you approve a plan.";
			return args === "" ? notice(message) : { kind: "prompt", text: args, notice: message };
		},
	},
};
