import type { AgentTool, ToolTier } from "@oh-my-pi/pi-agent-core/tools/tool";
import { toolUse } from "@oh-my-pi/pi-agent-core/tools/tool-use";
import type { ApprovalMode } from "../../settings/approval-mode.ts";

export type ApprovalPolicy = "allow" | "deny" | "prompt";

/** A tool's own decision about one call. */
export interface ToolDecision {
	readonly tier: ToolTier;
	readonly reason?: string;
	/** Ask the user even if the tool is allowed. */
	readonly override: boolean;
	readonly policy?: ApprovalPolicy;
	/** Where a call that leaves this machine goes. */
	readonly hosts?: readonly string[];
}

export type Verdict =
	| { readonly kind: "allow" }
	| { readonly kind: "ask"; readonly decision: ToolDecision }
	| { readonly kind: "deny"; readonly by: "tool" | "user"; readonly decision: ToolDecision };

const tierRank: Readonly<Record<ToolTier, number>> = { read: 0, network: 1, write: 2, exec: 3 };
const unaskedUpTo: Readonly<Record<ApprovalMode, ToolTier>> = { "always-ask": "read", write: "write", yolo: "exec" };

/** Decides by the tool's decision about the call, then the user's policy for the tool, then the approval mode. */
export function decideApproval(
	decision: ToolDecision,
	rules: {
		readonly mode: ApprovalMode;
		readonly userPolicy: ApprovalPolicy | undefined;
		/** Whether the user has allowed to reach a host. */
		readonly isAllowedHost?: (host: string) => boolean;
	},
): Verdict {
	const { policy, override, tier } = decision;
	const { mode, userPolicy } = rules;
	if (policy === "deny") return { kind: "deny", by: "tool", decision };
	if (userPolicy === "deny") return { kind: "deny", by: "user", decision };
	if (override && mode !== "yolo") return policy === "allow" ? { kind: "allow" } : { kind: "ask", decision };
	const explicit = policy ?? userPolicy;
	if (explicit) return explicit === "allow" ? { kind: "allow" } : { kind: "ask", decision };
	const { hosts = [] } = decision;
	const isReachable = tier === "network" && hosts.length > 0 && hosts.every((host) => rules.isAllowedHost?.(host));
	return isReachable || tierRank[tier] <= tierRank[unaskedUpTo[mode]] ? { kind: "allow" } : { kind: "ask", decision };
}

/** A tool with no valid declaration is treated as `exec`. */
export async function toolDecision(tool: AgentTool, params: unknown): Promise<ToolDecision> {
	const declared = await declaredBy(tool, params);
	if (isTier(declared)) return { tier: declared, override: false };
	if (typeof declared !== "object" || declared === null || !("tier" in declared) || !isTier(declared.tier)) {
		return { tier: "exec", override: false };
	}
	const { reason, override, policy, hosts } = declared as Readonly<Record<string, unknown>>;
	const known = parsePolicy(policy);
	return {
		tier: declared.tier,
		override: override === true,
		...(typeof reason === "string" && reason !== "" && { reason }),
		...(known && { policy: known }),
		...(Array.isArray(hosts) && { hosts: hosts.filter((host) => typeof host === "string") }),
	};
}

/** Parses a policy from settings, ignoring spaces and case; `undefined` for anything else. */
export function parsePolicy(value: unknown): ApprovalPolicy | undefined {
	const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
	return word === "allow" || word === "deny" || word === "prompt" ? word : undefined;
}

async function declaredBy(tool: AgentTool, params: unknown): Promise<unknown> {
	try {
		return await toolUse(tool, params).approval();
	} catch {
		// A tool that throws is treated like one that declares nothing.
		return undefined;
	}
}

function isTier(value: unknown): value is ToolTier {
	return typeof value === "string" && Object.hasOwn(tierRank, value);
}
