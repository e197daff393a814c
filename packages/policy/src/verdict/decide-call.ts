import type { ApprovalTier } from "../approval.ts";
import { parsePolicy, type ToolPolicy } from "../rules/tool-policies.ts";

/**
 * Which calls run without a question: only those that read, those that change files too, everything that the box holds, or all.
 * Without a box `auto` is like `write`.
 */
export type ApprovalMode = "always-ask" | "write" | "auto" | "yolo";

/** What a tool says about one call, in full. */
export interface CallDecision {
	readonly tier: ApprovalTier;
	readonly reason?: string;
	/** Ask the user even if the tool is allowed. */
	readonly override: boolean;
	readonly policy?: ToolPolicy;
	/** Everything it does stays in the box. */
	readonly isBoxed?: boolean;
	/** It is to run outside the box. */
	readonly leavesBox?: boolean;
	/** Where a call that leaves this machine goes. */
	readonly hosts?: readonly string[];
}

/** What somebody else thinks of a call: hooks of the user, a client, the command that is being carried out. */
export interface Opinion {
	readonly verdict: "allow" | "ask";
	readonly reason?: string;
}

export type Verdict =
	| { readonly kind: "allow" }
	| { readonly kind: "ask"; readonly decision: CallDecision }
	| { readonly kind: "deny"; readonly by: "tool" | "user"; readonly decision: CallDecision };

export interface CallRules {
	readonly mode: ApprovalMode;
	/** The user's policy for the tool. */
	readonly userPolicy: ToolPolicy | undefined;
	/** Whether the user has allowed to reach a host. */
	readonly isAllowedHost?: (host: string) => boolean;
	/** Asked for only where nothing refuses the call. */
	readonly opinions?: () => readonly Opinion[];
}

const tierRank: Readonly<Record<ApprovalTier, number>> = { read: 0, network: 1, write: 2, exec: 3 };
const unaskedUpTo: Readonly<Record<ApprovalMode, ApprovalTier>> = {
	"always-ask": "read",
	write: "write",
	auto: "write",
	yolo: "exec",
};

/**
 * Whether a call may run. A refusal of the tool or the user is final; then count the opinions of others, what must be asked
 * about in any case, the user's policy for the tool, and last the mode.
 */
export function decideCall(decision: CallDecision, rules: CallRules): Verdict {
	const verdict = decideAlone(decision, rules);
	if (verdict.kind === "deny") return verdict;
	const opinions = rules.opinions?.() ?? [];
	if (opinions.length === 0) return verdict;
	const asking = opinions.find((opinion) => opinion.verdict === "ask");
	if (asking) return { kind: "ask", decision: { ...decision, ...(asking.reason && { reason: asking.reason }) } };
	return mustBeAsked(decision, rules.userPolicy) ? verdict : { kind: "allow" };
}

/** Nobody but the user can allow it. */
export function mustBeAsked({ override, policy }: CallDecision, userPolicy: ToolPolicy | undefined): boolean {
	return override || policy === "prompt" || userPolicy === "prompt";
}

function decideAlone(decision: CallDecision, { mode, userPolicy, isAllowedHost }: CallRules): Verdict {
	const { policy, override, tier, hosts = [] } = decision;
	if (policy === "deny") return { kind: "deny", by: "tool", decision };
	if (userPolicy === "deny") return { kind: "deny", by: "user", decision };
	if (override && mode !== "yolo") return policy === "allow" ? { kind: "allow" } : { kind: "ask", decision };
	const explicit = policy ?? userPolicy;
	if (explicit) return explicit === "allow" ? { kind: "allow" } : { kind: "ask", decision };
	if (mode === "auto" && decision.isBoxed) return { kind: "allow" };
	const isReachable = tier === "network" && hosts.length > 0 && hosts.every((host) => isAllowedHost?.(host));
	return isReachable || tierRank[tier] <= tierRank[unaskedUpTo[mode]] ? { kind: "allow" } : { kind: "ask", decision };
}

/** What a tool declares, which need not be an `Approval`: without a valid one a call counts as `exec`. */
export function readDeclared(declared: unknown): CallDecision {
	if (isTier(declared)) return { tier: declared, override: false };
	if (typeof declared !== "object" || declared === null || !("tier" in declared) || !isTier(declared.tier)) {
		return { tier: "exec", override: false };
	}
	const { reason, override, policy, hosts, isBoxed, leavesBox } = declared as Readonly<Record<string, unknown>>;
	const known = parsePolicy(policy);
	return {
		tier: declared.tier,
		override: override === true,
		...(typeof reason === "string" && reason !== "" && { reason }),
		...(known && { policy: known }),
		...(isBoxed === true && { isBoxed }),
		...(leavesBox === true && { leavesBox }),
		...(Array.isArray(hosts) && { hosts: hosts.filter((host) => typeof host === "string") }),
	};
}

function isTier(value: unknown): value is ApprovalTier {
	return typeof value === "string" && Object.hasOwn(tierRank, value);
}
