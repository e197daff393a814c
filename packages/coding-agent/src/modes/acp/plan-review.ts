import type {
	PermissionOption,
	RequestPermissionRequest,
	RequestPermissionResponse,
} from "@agentclientprotocol/sdk/unstable";
import { executePlan } from "../../features/plan/mode/execute-plan.ts";
import type { PlanProposal } from "../../features/plan/mode/plan-mode.ts";
import { findPlan } from "../../features/plan/running-plan.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { localFolder } from "../../workbench/urls/built-in-url-schemes.ts";
import type { RpcUi } from "../rpc-ui.ts";

interface ReviewPorts {
	readonly ui: RpcUi | undefined;
	readonly request: (
		toolCall: RequestPermissionRequest["toolCall"],
		options: PermissionOption[],
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>;
	readonly signal: AbortSignal;
	readonly onModeChange: () => Promise<void>;
}

const approveLabel = "Approve and execute";
const refineLabel = "Refine plan";

/** Lets the model hand in plans. */
export function expectPlans(session: OpenedConversation): void {
	findPlan(session).onProposed = () => {};
}

/** Asks about a plan that was handed in; an approved one is carried out as part of the same prompt. */
export async function reviewPlan(session: OpenedConversation, ports: ReviewPorts): Promise<void> {
	const { conversation, host } = session;
	const plan = findPlan(session);
	const { proposal } = plan;
	const { signal } = ports;
	if (!proposal || signal.aborted || !(await isApproved(proposal, ports)) || signal.aborted) return;
	const started = executePlan(
		proposal,
		{ kind: "keep" },
		{ conversation, plan, now: host.now, localFolder: () => localFolder(conversation.log) },
	);
	await ports.onModeChange();
	await started;
	await conversation.idle();
}

async function isApproved(proposal: PlanProposal, { ui, request, signal }: ReviewPorts): Promise<boolean> {
	const question = `Approve plan "${proposal.slug}" and start implementation?`;
	if (ui) {
		const labels = [approveLabel, refineLabel];
		return (await ui.select(`${question}\n\n${proposal.text}`, labels, { signal })) === approveLabel;
	}
	const toolCall = {
		toolCallId: `plan-${proposal.slug}`,
		title: question,
		kind: "switch_mode",
		status: "pending",
		content: [{ type: "content", content: { type: "text", text: proposal.text } }],
	} as const;
	const options: PermissionOption[] = [
		{ optionId: "approve", name: approveLabel, kind: "allow_once" },
		{ optionId: "refine", name: refineLabel, kind: "reject_once" },
	];
	try {
		const asked = { ...toolCall, content: [...toolCall.content] };
		const { outcome } = await request(asked, options, signal);
		return outcome.outcome === "selected" && outcome.optionId === "approve";
	} catch {
		// Nobody has approved it.
		return false;
	}
}
