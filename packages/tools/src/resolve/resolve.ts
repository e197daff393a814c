import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { completeParams } from "./complete-params.ts";
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
		// Calls of a tool that this one took the place of have other arguments.
		lenientArguments: true,
		unadvertised: { title: { type: "string" } },
		execute: (params) => executeResolve(completeParams(params), deps.pending),
	});
}
