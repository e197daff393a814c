import type { Dialog } from "../../../dialogs/contract/dialog.ts";
import type { PlanDecision } from "../mode/execute-plan.ts";
import { type PlanAction, planActions } from "./plan-actions.ts";
import { PlanReview, type PlanReviewOptions } from "./plan-review.ts";

/** Shows a plan that was handed in and asks what becomes of it. Dismissed, the session goes on planning. */
export function planReviewDialog(options: PlanReviewOptions): Dialog<PlanDecision> {
	return {
		title: "Plan Review",
		fillsScreen: true,
		opensUnasked: "plan-review",
		open: (context) => new PlanReview(options, context),
		async plain(lines) {
			lines.say(`Plan for review: ${options.proposal.url}\n${options.proposal.text}`);
			const choices = planActions(options.contextUse).map((action) => ({ value: action, ...action }));
			const action: PlanAction | undefined = await lines.choose("Plan mode - next step", choices);
			if (!action) return undefined;
			if (action.kind !== "refine") return { kind: action.kind };
			const feedback = await lines.enter("What should change?");
			return feedback === undefined ? undefined : { kind: "refine", feedback };
		},
	};
}
