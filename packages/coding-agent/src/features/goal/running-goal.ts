import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { FeatureKey } from "../../workbench/feature-definition.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { GoalMode } from "./goal-mode.ts";

export interface RunningGoal extends RunningFeature {
	/** Each conversation that was joined has one. */
	goalOf(conversation: Conversation): GoalMode;
}

export const goalKey: FeatureKey<RunningGoal> = { name: "goal" };

/** The goal mode of a session. */
export function findGoal({
	workbench,
	conversation,
}: Pick<OpenedConversation, "workbench" | "conversation">): GoalMode {
	const running = workbench.features.find(goalKey);
	if (!running) throw new Error("Goal mode was not started");
	return running.goalOf(conversation);
}
