import { budgetSettings } from "../../budget/budget-settings.ts";
import type { Feature } from "../contract/feature.ts";

/** Spending caps: their settings, those of the command line, and `/budget`. What is spent is counted with or without them. */
export const budgetFeature: Feature = {
	name: "budget",
	settings: Object.values(budgetSettings),
	commands: async () => [(await import("./command.ts")).budgetCommand],
	// No import: the caps hold before another feature can send a request.
	start({ workbench: { budget }, request: { maxCostUsd: usd, tokenBudget: tokens } }) {
		budget.run = { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) };
		return {
			join({ conversation, top }) {
				if (conversation === top) budget.onProblem = (message) => conversation.notify("warning", message, "budget");
				return {};
			},
		};
	},
};
