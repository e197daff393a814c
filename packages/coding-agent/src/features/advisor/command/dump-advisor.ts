import { dumpText } from "../../../conversation/queries/dump-text.ts";
import { renderDelta } from "../delta/render-delta.ts";
import type { Reviewer } from "../reviewer/reviewer.ts";

/** What the advisors have read and said; with `isRaw` as their models get it. */
export function dumpAdvisor(reviewers: readonly Reviewer[], isRaw: boolean): string {
	return reviewers
		.flatMap((reviewer) => {
			const { transcript, title } = reviewer;
			if (!transcript || transcript.messages.length === 0) return [];
			const text = isRaw
				? dumpText({ ...transcript, thinkingLevel: "as set for its role" })
				: renderDelta(transcript.messages, {
						isInProgress: false,
						redact: (part) => part,
						maxCharacters: Number.POSITIVE_INFINITY,
					}).replace(/^### Session update\n\n/, "");
			return [`# ${title}\n\n${text}`];
		})
		.join("\n\n");
}
