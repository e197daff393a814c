import type { AgentTool, OfferedRule, ToolApproval, ToolCallContext, ToolOutput } from "./tool.ts";

/** A tool together with the arguments of one call. */
export interface ToolUse {
	/** `undefined` when the tool says nothing. */
	approval(): ToolApproval | undefined | Promise<ToolApproval>;
	approvalDetails(): readonly string[];
	approvalRule(): OfferedRule | undefined | Promise<OfferedRule | undefined>;
	isExclusive(): Promise<boolean>;
	execute(call: ToolCallContext): Promise<ToolOutput>;
}

/** The one place where arguments are taken for what a tool's schema describes; they have been checked against it. */
export function toolUse(tool: AgentTool, checkedArguments: unknown): ToolUse {
	const params = checkedArguments as never;
	return {
		approval: () => (typeof tool.approval === "function" ? tool.approval(params) : tool.approval),
		approvalDetails: () => tool.approvalDetails?.(params) ?? [],
		approvalRule: () => tool.approvalRule?.(params),
		isExclusive: async () => {
			const { concurrency } = tool;
			return (typeof concurrency === "function" ? await concurrency(params) : concurrency) === "exclusive";
		},
		execute: (call) => tool.execute(params, call),
	};
}
