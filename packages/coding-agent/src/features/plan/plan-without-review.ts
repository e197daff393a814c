import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { UsageError } from "../../process/usage-error.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { localFolder } from "../../workbench/urls/built-in-url-schemes.ts";
import { executePlan } from "./mode/execute-plan.ts";
import { type ChosenModel, modelOfRole, usableModel, usePlanModel } from "./plan-models.ts";
import { findPlan } from "./running-plan.ts";
import { planSettings } from "./settings.ts";

/** `--plan-yolo`: starts plan mode and executes the first plan without a review, with the given model or role. */
export async function planWithoutReview(session: OpenedConversation, into: string): Promise<void> {
	const { conversation, host, settings } = session;
	const plan = findPlan(session);
	if (!settings.get(planSettings.enabled)) throw new UsageError("--plan-yolo: plan mode is disabled (plan.enabled)");
	if (localFolder(conversation.log) === undefined) {
		throw new UsageError("--plan-yolo saves the plan with the session, so it cannot be used with --no-session");
	}
	const model = await carrier(into, session);
	plan.enter();
	await conversation.refresh();
	await usePlanModel(session);
	plan.executeWithoutReview = async (proposal) => {
		try {
			// The planning run ends when the plan is submitted.
			await conversation.idle();
			conversation.notify("info", `Executing ${proposal.url}`);
			const ports = { conversation, plan, now: host.now, localFolder: () => localFolder(conversation.log) };
			await executePlan(proposal, { kind: "keep", ...(model && { model }) }, ports);
			await conversation.idle();
		} catch (error) {
			conversation.notify("error", errorMessage(error));
		}
	};
}

/** The model that executes the plan; the planning model when the role `smol` is not configured. */
async function carrier(into: string, session: OpenedConversation): Promise<ChosenModel | undefined> {
	const chosen = (await modelOfRole(into, session)) ?? (into === "smol" ? undefined : await usableModel(into, session));
	if (chosen || into === "smol") return chosen;
	throw new UsageError(`--plan-yolo-into: there is no usable model or role "${into}"`);
}
