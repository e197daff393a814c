import type { Feature } from "../contract/feature.ts";
import { planKey, type RunningPlan } from "./running-plan.ts";
import { planSettings } from "./settings.ts";

/** Plan mode: `/plan`, the review of plans, and `--plan-yolo`. */
export const planFeature: Feature<RunningPlan> = {
	...planKey,
	settings: [planSettings],
	commands: async () => {
		const [{ planCommand }, { planReviewCommand }] = await Promise.all([
			import("./plan-command.ts"),
			import("./plan-review-command.ts"),
		]);
		return [planCommand, planReviewCommand];
	},
	start: async (start) => (await import("./start-plan.ts")).startPlan(start),
};
