import type { NormalizedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import type { SuggestedRule, ToolTier } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sourceOf } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { CallDecision } from "@oh-my-pi/pi-policy/verdict/decide-call";

export const approvalChoices = [
	"approve",
	"always-rule",
	"approve-session",
	"always-project",
	"always",
	"deny",
	"deny-with-feedback",
] as const;
export type ApprovalChoice = (typeof approvalChoices)[number];

/** Where a rule counts: until the session ends, in this project, or in all of them. */
export const ruleScopes = ["session", "project", "everywhere"] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** A call that waits for the user's approval. */
export interface ApprovalQuestion {
	readonly toolCallId: string;
	readonly toolName: string;
	/** The name for people, where it is another: `files/list_tickets` of an MCP server. */
	readonly label?: string;
	readonly tier: ToolTier;
	/** `Allow tool: <name>` */
	readonly title: string;
	readonly origin?: string;
	/** The child conversation that asks; absent for the user's own. */
	readonly agent?: string;
	/** What the model says the call is for. */
	readonly intent?: string;
	/** Why it is asked about. */
	readonly reason?: string;
	/** The arguments as the model wrote them. */
	readonly args: unknown;
	/** What the call would do, one line each. */
	readonly details: readonly string[];
	readonly choices: readonly ApprovalChoice[];
	/** Suggested rule for such calls; the user may edit it. */
	readonly rule?: SuggestedRule;
	/** Position among the waiting questions; a function because more may arrive. */
	readonly queue: () => { readonly position: number; readonly total: number };
}

export type ApprovalAnswer =
	| { readonly choice: Exclude<ApprovalChoice, "deny-with-feedback" | "always-rule"> }
	| { readonly choice: "always-rule"; readonly rule: string; readonly scope: RuleScope }
	| { readonly choice: "deny-with-feedback"; readonly feedback: string };

/** Asks the user. A dismissed question is a denial. */
export type ApprovalPort = (
	question: ApprovalQuestion,
	options: { readonly signal: AbortSignal },
) => Promise<ApprovalAnswer | undefined>;

export async function approvalQuestion(
	call: NormalizedCall,
	decision: CallDecision,
	queue: ApprovalQuestion["queue"],
	options: { readonly takesRules?: boolean; readonly takesProject?: boolean; readonly agent?: string } = {},
): Promise<ApprovalQuestion> {
	const { tool } = call;
	const host = decision.tier === "network" && decision.hosts?.length === 1 ? decision.hosts[0] : undefined;
	const hostRule = host === undefined ? undefined : { call: host, suggestion: host };
	const mayMatch = options.takesRules && !decision.override;
	const rule = hostRule ?? (mayMatch ? await ruleFor(call) : undefined);
	const isForeign = sourceOf(tool)?.startsWith("mcp:");
	return {
		toolCallId: call.id,
		toolName: tool.name,
		tier: decision.tier,
		title: `Allow tool: ${tool.name}`,
		...(isForeign && { origin: "MCP server tool", label: tool.label }),
		...(options.agent !== undefined && { agent: options.agent }),
		...(call.intent && { intent: call.intent }),
		...(decision.reason && { reason: decision.reason }),
		args: call.arguments,
		details: describeCall(call),
		// A question that overrides the user's policy cannot become a rule.
		choices: choicesFor(decision, { rule, inProject: options.takesProject === true && isForeign === true }),
		...(rule !== undefined && { rule }),
		queue,
	};
}

/** A program in the box wants to reach a host, and waits. */
export function hostQuestion({ host, inside }: AskedHost, queue: ApprovalQuestion["queue"]): ApprovalQuestion {
	const subject = nameAsked({ host, inside });
	const where = inside ? `, ${inside.where}` : "";
	return {
		toolCallId: `sandbox-host-${subject}`,
		toolName: "bash",
		tier: "network",
		title: `Let the sandbox reach ${subject}${where}`,
		reason: `A command that runs wants to connect there${inside && host !== inside.address ? ` by the name ${host}` : ""}`,
		args: { host },
		details: [`Host: ${host}`, ...(inside ? [`Address: ${inside.address}`, `Port: ${inside.port}`] : [])],
		choices: ["approve", "always-rule", "deny"],
		rule: { call: subject, suggestion: subject },
		queue,
	};
}

/** A host that a program in the box wants to reach. */
export interface AskedHost {
	readonly host: string;
	/** Its address is not on the internet, so it takes a word of its own. */
	readonly inside?: { readonly address: string; readonly port: number; readonly where: string } | undefined;
}

/** What an answer counts for. */
export function nameAsked({ host, inside }: AskedHost): string {
	if (!inside) return host;
	const { address, port } = inside;
	return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** What leaves this machine is allowed host by host, and what leaves the box command by command. */
function choicesFor(
	{ override, tier, leavesBox }: CallDecision,
	{ rule, inProject }: { readonly rule: SuggestedRule | undefined; readonly inProject: boolean },
): readonly ApprovalChoice[] {
	if (override) return ["approve", "deny"];
	const isNarrow = tier === "network" || leavesBox === true;
	return approvalChoices.filter((choice) => {
		if (choice === "always-rule") return rule !== undefined;
		if (choice === "always-project" && !inProject) return false;
		return !isNarrow || !["approve-session", "always-project", "always"].includes(choice);
	});
}

/** The question as plain lines, for text-only front ends. */
export function questionLines({ title, agent, intent, origin, reason, details }: ApprovalQuestion): string[] {
	return [
		title,
		...(agent ? [`Agent: ${agent}`] : []),
		...(intent ? [`Intent: ${intent}`] : []),
		...(origin ? [`Origin: ${origin}`] : []),
		...(reason ? [`Reason: ${reason}`] : []),
		...details,
	];
}

async function ruleFor(call: NormalizedCall): Promise<SuggestedRule | undefined> {
	try {
		return await call.approvalRule();
	} catch {
		// Without a suggested rule the other choices remain.
		return undefined;
	}
}

function describeCall(call: NormalizedCall): readonly string[] {
	try {
		return call.approvalDetails();
	} catch {
		// Ask without details.
		return [];
	}
}
