import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallDecision } from "@oh-my-pi/pi-policy/verdict/decide-call";
import { toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";
import type { ApprovalMode } from "../../settings/approval-mode.ts";

/** Text for the model when a call was not allowed. */

export function deniedByUser(toolName: string, feedback?: string): string {
	const denied = `Tool call denied by user: ${toolName}`;
	return feedback ? `${denied}\nFeedback: ${feedback}` : denied;
}

/** `key` is that of the policy, which may be another name of the tool or that of the tool it is restricted like. */
export function blockedByPolicy(
	tool: ToolTraits,
	{ by, decision: { reason } }: { readonly by: "tool" | "user"; readonly decision: CallDecision },
	key = tool.name,
): string {
	const { name } = tool;
	if (by === "tool") return `Tool "${name}" blocked this call.${reason ? `\nReason: ${reason}` : ""}`;
	const toAllow =
		toolsNamed(key, [tool]).length > 0
			? `remove "tools.approval.${key}: deny" from config.`
			: `set "tools.approval.${name}: allow" in config.`;
	return `Tool "${name}" is blocked by user policy.\nTo allow: ${toAllow}`;
}

export function nobodyToAsk(toolName: string, decision: CallDecision, mode: ApprovalMode): string {
	const { reason } = decision;
	if (decision.tier === "network") return nobodyToAskForHosts(toolName, decision.hosts ?? []);
	const problem = [
		`Tool "${toolName}" requires approval but no interactive UI available.`,
		...(reason ? [`Reason: ${reason}`] : []),
	];
	if (mode === "yolo") {
		return [...problem, "This is asked about in every mode. Do without it, or ask the user to do it."].join("\n");
	}
	return [
		...problem,
		"Options:",
		"  - Set tools.approvalMode: yolo (or --yolo)",
		`  - Add tools.approval.${toolName}: allow to config`,
		"  - Use an interactive UI",
	].join("\n");
}

function nobodyToAskForHosts(toolName: string, hosts: readonly string[]): string {
	return [
		`Not run: "${toolName}" would reach ${hosts.join(", ")}. In always-ask every new host is asked about, and nobody can be asked here.`,
		"Options:",
		"  - Name the address in the prompt",
		`  - Add ${hosts[0] ?? "the host"} to web.hosts in config`,
		"  - Use --approval-mode write",
	].join("\n");
}

/** For a sub-agent, which cannot change settings but can choose another way or report back. */
export function nobodyToAskForAgent(toolName: string, { reason }: CallDecision): string {
	return [
		`Not run: "${toolName}" needs the user's approval for this call, and nobody can be asked here.`,
		...(reason ? [`Reason: ${reason}`] : []),
		"Use another way that needs no approval, or finish the rest and report in your result that this step needs the user's approval.",
	].join("\n");
}
