import type { Command } from "../../commands/contract/command.ts";
import { notice } from "../../commands/contract/outcome.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { localFolder } from "../../workbench/urls/built-in-url-schemes.ts";
import { executePlan } from "./mode/execute-plan.ts";
import { modelOfRole } from "./plan-models.ts";
import type { RoleChoice } from "./review/plan-actions.ts";
import { findPlan } from "./running-plan.ts";

export const planReviewCommand: Command = {
	name: "plan-review",
	summary: "Review the proposed plan",
	// What omp itself submits when a plan is ready.
	hint: "[ask]",
	group: "model",
	needsIdle: true,
	screen: {
		async run({ args, session }, { ask, copy, withoutScreen, notify, showSession }) {
			const { conversation, host } = session;
			const plan = findPlan(session);
			const { proposal } = plan;
			if (!proposal) return notice("No plan to review.");
			const [{ planReviewDialog }, { editExternally }, roles] = await Promise.all([
				import("./review/plan-review-dialog.ts"),
				import("../../commands/contract/edit-externally.ts"),
				carryingRoles(session),
			]);
			const { tokens, contextWindow } = conversation.context.usage;
			const contextUse = `~${thousands(tokens)} / ${thousands(contextWindow)}`;
			const edit = (text: string) =>
				editExternally(text, { session, withoutScreen }, { name: `${proposal.slug}-plan.md` });
			const dialog = planReviewDialog({ proposal, roles, contextUse, copy, edit });
			// By itself it opens when the run has ended.
			const decision = await ask(args.trim() === "ask" ? dialog : { ...dialog, isAwaited: true });
			if (!decision) return notice("Still planning. /plan-review shows the plan again.");
			if (decision.kind === "keep" || decision.kind === "compact") notify("info", `Executing ${proposal.url}`);
			await executePlan(proposal, decision, {
				conversation,
				plan,
				now: host.now,
				localFolder: () => localFolder(conversation.log),
				onNewSession: () => showSession(`Executing ${proposal.url} in a new session`),
			});
			return { kind: "done" };
		},
	},
};

/** The models that could carry out a plan: the current one, and those of the roles. */
async function carryingRoles(session: OpenedConversation): Promise<RoleChoice[]> {
	const roles = await Promise.all(
		["smol", "default", "slow"].map(async (name) => ({ name, model: await modelOfRole(name, session) })),
	);
	return [{ name: "current" }, ...roles.flatMap(({ name, model }) => (model ? [{ name, model }] : []))];
}

function thousands(count: number): string {
	return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`;
}
