import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { ConversationAdvisor } from "./conversation-advisor.ts";

const longestWaitMs = 10 * 60_000;
/** A model that sends nothing for this long is given up. */
const silenceMs = 20_000;
const checkMs = 500;

/**
 * Waits for the last reviews and for the run that a blocker starts, where nobody stays to read them later. What came too late for
 * the model is said to the user.
 */
export async function waitForReviews(
	advisor: ConversationAdvisor,
	conversation: Pick<Conversation, "idle" | "notify">,
	now: () => number,
): Promise<void> {
	const start = now();
	while (advisor.isBusy) {
		await Promise.race([advisor.changed, new Promise((next) => setTimeout(next, checkMs))]);
		// A note that has just arrived may start a run.
		await new Promise((next) => setImmediate(next));
		await conversation.idle();
		const lastEvent = Math.max(start, ...advisor.reviewers.map(({ lastEventAt }) => lastEventAt));
		if (!advisor.isBusy || (now() - lastEvent < silenceMs && now() - start < longestWaitMs)) continue;
		for (const reviewer of advisor.reviewers.filter(({ isWorking }) => isWorking)) {
			conversation.notify(
				"warning",
				`${reviewer.title} did not answer in time; the last turns were not reviewed.`,
				"advisor",
			);
			reviewer.skip();
		}
		break;
	}
	for (const reviewer of advisor.reviewers) reviewer.saySkipped();
	for (const { note, severity, advisor: name } of advisor.takeKeptNotes()) {
		conversation.notify("info", `Advisor${name === undefined ? "" : ` ${name}`} (${severity}): ${note}`, "advisor");
	}
}
