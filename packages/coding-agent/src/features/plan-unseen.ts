import { carryOutPlan } from "../conversation/plan/carry-out-plan.ts";
import { UsageError } from "../process/usage-error.ts";
import { planSettings } from "../settings/sections/plan.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { localFolder } from "../workbench/own-url-schemes.ts";
import { type ChosenModel, modelOfRole, usableModel, usePlanModel } from "./plan-models.ts";

/** Begins planning; the first plan that is handed in is carried out by that model or role, and nobody reviews it. */
export async function planUnseen(session: OpenedConversation, into: string): Promise<void> {
	const { conversation, plan, host, settings } = session;
	if (!settings.get(planSettings.enabled))
		throw new UsageError("--plan-yolo: plan mode is switched off (plan.enabled)");
	if (localFolder(conversation.log) === undefined) {
		throw new UsageError("--plan-yolo needs a place for the plan, so it does not go with --no-session");
	}
	const model = await carrier(into, session);
	plan.enter();
	await conversation.refresh();
	await usePlanModel(session);
	plan.carryOutUnseen = async (proposal) => {
		try {
			// The run that planned ends with handing in.
			await conversation.idle();
			conversation.notify("info", `Carrying out ${proposal.url}`);
			const ports = { conversation, plan, now: host.now, localFolder: () => localFolder(conversation.log) };
			await carryOutPlan(proposal, { kind: "keep", ...(model && { model }) }, ports);
			await conversation.idle();
		} catch (error) {
			conversation.notify("error", error instanceof Error ? error.message : String(error));
		}
	};
}

/** Without a model for small jobs, whoever planned goes on. */
async function carrier(into: string, session: OpenedConversation): Promise<ChosenModel | undefined> {
	const chosen = (await modelOfRole(into, session)) ?? (into === "smol" ? undefined : await usableModel(into, session));
	if (chosen || into === "smol") return chosen;
	throw new UsageError(`--plan-yolo-into: there is no usable model or role "${into}"`);
}
