import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { FeatureKey } from "../../workbench/feature-definition.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { PlanMode } from "./mode/plan-mode.ts";

export interface RunningPlan extends RunningFeature {
	/** Each conversation that was joined has one. */
	planOf(conversation: Conversation): PlanMode;
}

export const planKey: FeatureKey<RunningPlan> = { name: "plan" };

/** The plan mode of a session. */
export function findPlan({
	workbench,
	conversation,
}: Pick<OpenedConversation, "workbench" | "conversation">): PlanMode {
	const running = workbench.features.find(planKey);
	if (!running) throw new Error("Plan mode was not started");
	return running.planOf(conversation);
}
