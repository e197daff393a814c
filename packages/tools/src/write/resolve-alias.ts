import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../files/mutate/commit-journaled.ts";
import { executeResolve, type ResolveParams } from "../resolve/execute.ts";
import type { PendingActions } from "../services/pending-actions.ts";
import type { WriteDetails } from "./contract/details.ts";

/** `xd://resolve` applies, `xd://reject` discards, `xd://propose` hands in a plan; what is written is the reason, or the plan's name. */
export async function resolveByWrite(
	url: string,
	content: string,
	pending: PendingActions,
	call: CallRef,
): Promise<ToolOutput<WriteDetails>> {
	const { details: _details, ...output } = await executeResolve(buildParams(url, content.trim()), pending, call);
	return output;
}

function buildParams(url: string, body: string): ResolveParams {
	switch (url.slice("xd://".length).replace(/\/$/, "")) {
		case "resolve":
			return { action: "apply", reason: body };
		case "reject":
			return { action: "discard", reason: body };
		case "propose":
			return { action: "apply", reason: "Plan proposed", extra: { title: body } };
		default:
			throw new ToolError(`Unknown target '${url}'. There are xd://resolve, xd://reject and xd://propose.`);
	}
}
