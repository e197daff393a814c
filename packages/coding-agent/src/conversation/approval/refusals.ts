import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallDecision } from "@oh-my-pi/pi-policy/verdict/decide-call";

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
	const setting = `tools.approval.${key}: deny`;
	return `Tool "${name}" is blocked by user policy (${setting}). Do without it; only the user changes that.`;
}

/** Where nobody can be asked. Settings that would allow the call are named for the user, not for the model. */
export function nobodyToAsk(toolName: string, decision: CallDecision, allowing: readonly string[]): string {
	const { reason, tier, hosts = [] } = decision;
	if (tier === "network") return nobodyToAskForHosts(toolName, hosts);
	return [
		`Not run: "${toolName}" needs the user's approval for this call, and nobody can be asked in this run.`,
		...(reason ? [`Reason: ${reason}`] : []),
		`Use another way that needs no approval, or finish the rest and ${tellUser(allowing)}`,
	].join("\n");
}

function nobodyToAskForHosts(toolName: string, hosts: readonly string[]): string {
	return [
		`Not run: "${toolName}" would reach ${hosts.join(", ")}. In always-ask every new host is asked about, and nobody can be asked in this run.`,
		`Do without it, finish the rest, and ${tellUser([`web.hosts: [${hosts.join(", ")}]`])}`,
	].join("\n");
}

function tellUser(allowing: readonly string[]): string {
	const named = allowing.length > 0 ? ` (they can allow it with ${allowing.join(" or ")})` : "";
	return `say in your answer that this step needs the user${named}.`;
}

/** For a sub-agent, which cannot change settings but can choose another way or report back. */
export function nobodyToAskForAgent(toolName: string, { reason }: CallDecision): string {
	return [
		`Not run: "${toolName}" needs the user's approval for this call, and nobody can be asked here.`,
		...(reason ? [`Reason: ${reason}`] : []),
		"Use another way that needs no approval, or finish the rest and report in your result that this step needs the user's approval.",
	].join("\n");
}
