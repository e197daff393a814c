import type { Session } from "../../../app/compose-session.ts";
import { modelOfRole } from "../../../app/plan-models.ts";
import type { RoleChoice } from "../../../dialogs/plan-review/plan-actions.ts";

/** Who could carry a plan out: whoever answers now, and the roles that have a model. */
export async function carryingRoles(session: Session): Promise<RoleChoice[]> {
	const roles = await Promise.all(
		["smol", "default", "slow"].map(async (name) => ({ name, model: await modelOfRole(name, session) })),
	);
	return [{ name: "current" }, ...roles.flatMap(({ name, model }) => (model ? [{ name, model }] : []))];
}
