import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { Goal, GoalStore } from "../services/goal-store.ts";
import type { ToolServices } from "../services/services.ts";
import prompt from "./prompt.md" with { type: "text" };
import { goalSettings } from "./settings.ts";

const parameters = {
	type: "object",
	properties: {
		op: { type: "string", enum: ["create", "get", "complete", "resume", "drop"] },
		objective: { type: "string", description: "For create: what is to be reached" },
		token_budget: { type: "integer", minimum: 1, description: "For create: how many tokens may be used" },
	},
	required: ["op"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "goal",
	effects: [],
	switch: goalSettings.enabled,
	view: async () => (await import("./view.ts")).goalView,
};

export const goal: BuiltInTool = {
	...traits,
	sample: async () => (await import("./sample.data.ts")).goalSample,
	settings: [goalSettings],
	create: ({ goals }: Pick<ToolServices, "goals">) =>
		goals && {
			...goalTool(goals),
			// Goals are the user's to begin with.
			unavailableReason: () => (goals.goal ? undefined : "There is no goal."),
		},
};

export function goalTool(store: GoalStore) {
	return defineTool<typeof parameters, { goal: Goal | null }>({
		...traits,
		label: "Goal",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "hidden",
		async execute({ op, objective, token_budget }) {
			const goal = applyOperation();
			return { content: goal ? describeGoal(goal) : "There is no goal.", details: { goal: goal ?? null } };

			function applyOperation(): Goal | undefined {
				switch (op) {
					case "get":
						return store.goal;
					case "create":
						if (!objective) throw new ToolError("create needs an objective");
						return store.create(objective, token_budget);
					case "resume":
						return store.resume();
					case "complete":
						return store.complete();
					case "drop":
						return store.drop();
				}
			}
		},
	});
}

/** A goal in a few lines. */
export function describeGoal({ objective, status, tokenBudget, tokensUsed, timeUsedSeconds }: Goal): string {
	const budget = tokenBudget === undefined ? "no budget" : `of ${tokenBudget.toLocaleString("en")}`;
	return [
		`Goal: ${objective}`,
		`Status: ${status}`,
		`Tokens: ${tokensUsed.toLocaleString("en")} used, ${budget}`,
		`Time: ${Math.round(timeUsedSeconds)} s`,
	].join("\n");
}
