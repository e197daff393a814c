import type { ConversationEvent } from "../../../conversation/event/event.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { FeatureStart } from "../../../workbench/feature-definition.ts";
import { reportedFinding } from "../findings/reported-finding.ts";
import type { RunningReview } from "./running-review.ts";
import { SessionReview } from "./session-review.ts";

export function startReview({ workbench }: FeatureStart): RunningReview {
	const { host, agentDir, gate } = workbench;
	const reviews = new WeakMap<Conversation, SessionReview>();
	const reviewOf = (conversation: Conversation) => {
		const known = reviews.get(conversation);
		if (known) return known;
		const made = new SessionReview({
			messages: () => conversation.messages,
			dismissed: async () => {
				const { DismissedFindings } = await import("../findings/dismissed-findings.ts");
				return new DismissedFindings(agentDir, gate.project.key);
			},
			now: host.now,
			hasReviewers: () =>
				workbench.features.agents?.overview(conversation).some(({ status }) => status === "running") ?? false,
			show: (message) => conversation.submit({ type: "send", message }),
			warn: (text) => conversation.notify("warning", text, "review"),
		});
		reviews.set(conversation, made);
		return made;
	};
	return {
		reviewOf,
		settled: ({ conversation }) => reviewOf(conversation).show(),
		join({ conversation, top }) {
			const review = reviewOf(top);
			const onEvent = (event: ConversationEvent) => {
				const reported = reportedFinding(event, conversation.tools);
				if (reported !== undefined) review.add(reported);
			};
			if (conversation !== top) return { hooks: [() => ({ name: "review", onEvent })] };
			return {
				tools: { id: "review", tools: () => review.tools },
				hooks: [
					() => ({
						name: "review",
						onEvent,
						onInput: () => {
							review.end();
							return undefined;
						},
						onIdle: () => void review.show(),
						onHistoryReplaced: (_messages, cause) => cause === "session" && review.forget(),
					}),
				],
			};
		},
	};
}
