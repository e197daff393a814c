import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { executeResolve, type ResolveDetails } from "./execute.ts";
import type { PendingActions } from "./pending-actions.ts";
import prompt from "./prompt.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: {
		action: { type: "string", enum: ["apply", "discard"] },
		reason: { type: "string" },
		extra: { type: "object", additionalProperties: true },
	},
	required: ["action", "reason"],
	additionalProperties: false,
} as const;

export function resolveTool(deps: { readonly pending: PendingActions }) {
	return defineTool<typeof parameters, ResolveDetails>({
		name: "resolve",
		label: "Resolve",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "hidden",
		execute: (params) => executeResolve(params, deps.pending),
	});
}
