import { selectModel } from "@oh-my-pi/pi-ai/models/select";
import type { Session } from "../../../app/compose-session.ts";
import { sessionRoles } from "../../../app/session-roles.ts";
import type { RoleChoice } from "../dialogs/plan-review/plan-actions.ts";

/** Plans are made by the model in the role `plan`, where there is one. */
export async function usePlanModel(session: Session): Promise<void> {
	const chosen = await modelOfRole("plan", session);
	if (!chosen?.model) return;
	const { model, thinkingLevel } = chosen.model;
	await session.conversation.submit({ type: "set_model", model });
	if (thinkingLevel) await session.conversation.submit({ type: "set_thinking_level", level: thinkingLevel });
}

/** Who could carry a plan out: whoever answers now, and the roles that have a model. */
export async function carryingRoles(session: Session): Promise<RoleChoice[]> {
	const roles = await Promise.all(["smol", "default", "slow"].map((name) => modelOfRole(name, session)));
	return [{ name: "current" }, ...roles.filter((role) => role !== undefined)];
}

async function modelOfRole(name: string, { registry, settings }: Session): Promise<RoleChoice | undefined> {
	const selector = sessionRoles(settings).selectors[name];
	if (selector === undefined) return undefined;
	const found = await selectModel(selector, registry);
	if (found.kind === "missing" || registry.whyUnusable(found.model.provider)) return undefined;
	const { model, thinkingLevel } = found;
	return { name, model: { model, ...(thinkingLevel && { thinkingLevel }) } };
}
