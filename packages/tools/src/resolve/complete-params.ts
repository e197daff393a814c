import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ResolveParams } from "./execute.ts";

/** The arguments as they should be; those of `exit_plan_mode` name a plan and nothing else. */
export function completeParams(given: Partial<ResolveParams> & { readonly title?: unknown }): ResolveParams {
	const { action, reason, extra, title } = given;
	if (action === undefined && typeof title === "string") {
		return { action: "apply", reason: "Plan proposed", extra: { title } };
	}
	if ((action === "apply" || action === "discard") && typeof reason === "string") {
		return { action, reason, ...(extra && { extra }) };
	}
	throw new ToolError('resolve needs action ("apply" or "discard") and reason (a text).');
}
