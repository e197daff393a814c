import type {
	AgentTool,
	CallEffects,
	SuggestedRule,
	ToolApproval,
	ToolCallContext,
	ToolEffect,
	ToolOutput,
} from "./tool.ts";

/** A tool together with the arguments of one call. */
export interface ToolUse {
	/** `undefined` when the tool says nothing. */
	approval(): ToolApproval | undefined | Promise<ToolApproval>;
	/** What it would touch; of a tool that does not say so, anything that its traits name. */
	effects(): Promise<CallEffects>;
	approvalDetails(): readonly string[];
	approvalRule(): SuggestedRule | undefined | Promise<SuggestedRule | undefined>;
	isExclusive(): Promise<boolean>;
	execute(call: ToolCallContext): Promise<ToolOutput>;
}

/** The one place where arguments are taken for what a tool's schema describes; they have been checked against it. */
export function toolUse(tool: AgentTool, checkedArguments: unknown): ToolUse {
	const params = checkedArguments as never;
	return {
		approval: () => (typeof tool.approval === "function" ? tool.approval(params) : tool.approval),
		effects: async () => tool.callEffects?.(params) ?? possibleEffects(tool),
		approvalDetails: () => tool.approvalDetails?.(params) ?? [],
		approvalRule: () => tool.approvalRule?.(params),
		isExclusive: async () => {
			const { concurrency } = tool;
			return (typeof concurrency === "function" ? await concurrency(params) : concurrency) === "exclusive";
		},
		execute: (call) => tool.execute(params, call),
	};
}

function possibleEffects({ effects }: AgentTool): CallEffects {
	const may = (effect: ToolEffect) =>
		!effects || effects.includes("runs") || effects.includes(effect) ? "unknown" : [];
	return { runs: may("runs"), writes: may("writes"), reaches: may("network"), readsSecrets: [] };
}
