import type { ToolDecision } from "./approval-decision.ts";

/** Text for the model when a call was not allowed. */

export function deniedByUser(toolName: string, feedback?: string): string {
	const denied = `Tool call denied by user: ${toolName}`;
	return feedback ? `${denied}\nFeedback: ${feedback}` : denied;
}

export function blockedByPolicy(toolName: string, by: "tool" | "user", { reason }: ToolDecision): string {
	if (by === "tool") return `Tool "${toolName}" blocked this call.${reason ? `\nReason: ${reason}` : ""}`;
	return [
		`Tool "${toolName}" is blocked by user policy.`,
		`To allow: remove "tools.approval.${toolName}: deny" from config.`,
	].join("\n");
}

export function nobodyToAsk(toolName: string, { reason }: ToolDecision): string {
	return [
		`Tool "${toolName}" requires approval but no interactive UI available.`,
		...(reason ? [`Reason: ${reason}`] : []),
		"Options:",
		"  - Set tools.approvalMode: yolo (or --yolo)",
		`  - Add tools.approval.${toolName}: allow to config`,
		"  - Use an interactive UI",
	].join("\n");
}

/** A sub-agent has nobody to ask. */
export function notAskedByAgents(toolName: string): string {
	return [
		`Tool "${toolName}" needs the user's approval for this call, and a sub-agent cannot ask for it.`,
		"Do without it, or hand in what is missing as an error, so that the agent that started you can do it.",
	].join("\n");
}
