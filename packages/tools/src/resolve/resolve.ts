import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { type PendingActions, resolveName } from "../services/pending-actions.ts";
import type { ToolServices } from "../services/services.ts";
import { executeResolve, type ResolveDetails, type ResolveParams } from "./execute.ts";
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

const traits: ToolTraits = {
	name: resolveName,
	aliases: ["exit_plan_mode"],
	effects: ["writes"],
	view: async () => (await import("./view.ts")).resolveView,
};

export const resolve: BuiltInTool = {
	...traits,
	sample: async () => (await import("./sample.data.ts")).resolveSample,
	create: ({ pending }: Pick<ToolServices, "pending">) => resolveTool({ pending }),
};

export function resolveTool(deps: { readonly pending: PendingActions }) {
	return defineTool<typeof parameters, ResolveDetails>({
		...traits,
		label: "Resolve",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "hidden",
		onDemand: () => deps.pending.isExpected,
		// Calls of a tool that this one took the place of have other arguments.
		lenientArguments: true,
		hiddenParameters: { title: { type: "string" } },
		normalize: (args) => ({ ...completeParams(args) }),
		execute: (params, call) => executeResolve(params, deps.pending, call),
	});
}

/** The arguments as they should be; those of `exit_plan_mode` name a plan and nothing else. */
function completeParams(params: Partial<ResolveParams> & { readonly title?: unknown }): ResolveParams {
	const { action, reason, extra, title } = params;
	if (action === undefined && typeof title === "string") {
		return { action: "apply", reason: "Plan proposed", extra: { title } };
	}
	if ((action === "apply" || action === "discard") && typeof reason === "string") {
		return { action, reason, ...(extra && { extra }) };
	}
	throw new ToolError('resolve needs action ("apply" or "discard") and reason (a text).');
}
