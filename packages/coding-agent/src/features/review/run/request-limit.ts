import { hiddenNote } from "../../../conversation/history/hidden-note.ts";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../../conversation/hooks/live-context.ts";

const maxRequests = 16;

/** Ends a reviewer that goes on and on; what it has reported counts. */
export function requestLimit(live: LiveContext): Hook {
	let requests = 0;
	return {
		name: "review-limit",
		beforeRequest() {
			requests++;
			if (requests > maxRequests) live.stopRun("The reviewer has reached its limit of requests");
		},
		afterTurn() {
			if (requests !== maxRequests - 1) return;
			const text = "This is your last reply. Report what is left with `report_finding` and end with your verdict.";
			live.steer(hiddenNote("review-limit", text, live.now()));
		},
	};
}
