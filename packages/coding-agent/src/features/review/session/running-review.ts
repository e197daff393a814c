import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { SessionReview } from "./session-review.ts";

export interface RunningReview extends RunningFeature {
	/** That of a conversation of the user's. */
	reviewOf(conversation: Conversation): SessionReview;
}

export const reviewKey: FeatureKey<RunningReview> = { name: "review" };

export function findReview({
	workbench,
	conversation,
}: Pick<OpenedConversation, "workbench" | "conversation">): SessionReview {
	const running = workbench.features.find(reviewKey);
	if (!running) throw new Error("Reviews were not started");
	return running.reviewOf(conversation);
}
