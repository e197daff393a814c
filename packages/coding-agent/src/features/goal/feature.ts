import type { Feature } from "../contract/feature.ts";
import { goalKey, type RunningGoal } from "./running-goal.ts";

/** Goals: `/goal`, the tool `goal`, and runs that continue until the goal is reached. The settings are those of the tool. */
export const goalFeature: Feature<RunningGoal> = {
	...goalKey,
	commands: async () => [(await import("./goal-command.ts")).goalCommand],
	start: async (start) => (await import("./start-goal.ts")).startGoal(start),
};
