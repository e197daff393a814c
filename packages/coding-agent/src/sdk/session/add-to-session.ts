import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { yieldTool } from "@oh-my-pi/pi-tools/yield/yield";

import { ResultContract } from "../../agents/result/result-contract.ts";
import { SupervisionHook } from "../../agents/spawn/supervision-hook.ts";
import { lastReplyText } from "../../conversation/history/last-reply.ts";
import { addFolders } from "../../session-actions/workspace-folders.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

import type { CreateAgentSessionOptions } from "./session-options.ts";

/** Adds to an open session what its options ask for beyond the usual. */
export async function addToSession(session: OpenedConversation, options: CreateAgentSessionOptions): Promise<void> {
	const { additionalDirectories = [], outputSchema, requireYieldTool = false, deadline } = options;
	if (additionalDirectories.length > 0) await addFolders(session, additionalDirectories, session.folder.path);
	if (outputSchema || requireYieldTool) addYield(session, outputSchema, requireYieldTool);
	if (deadline !== undefined) endAt(session, deadline);
}

/** Each run owes a result of its own. */
function addYield(session: OpenedConversation, schema: CreateAgentSessionOptions["outputSchema"], isRequired: boolean) {
	const { conversation, workbench, toolSources } = session;
	const newContract = () =>
		new ResultContract({ schema, mode: "permissive", lastText: () => lastReplyText(conversation.messages) ?? "" });
	let contract = newContract();
	const tool = yieldTool({ takesFindings: false, schema, submit: (submission) => contract.submit(submission) });
	toolSources.put({ id: "yield", tools: () => [{ ...tool, loadMode: "essential" } as AgentTool] });
	conversation.addHook((live) => {
		const make = () =>
			new SupervisionHook(
				{
					contract,
					toolChoice: conversation.toolChoice,
					jobs: workbench.jobs,
					budget: () => 0,
					saysBudget: () => false,
					onOverBudget: () => {},
				},
				live,
			);
		let reminder = make();
		return {
			name: "yield",
			order: reminder.order,
			onBusy() {
				contract = newContract();
				reminder = make();
			},
			settle: (run) => (isRequired ? reminder.settle(run) : "pass"),
		};
	});
}

function endAt({ conversation, host }: OpenedConversation, deadline: number): void {
	const reason = "The deadline of the session has passed";
	const leftMs = deadline - host.now();
	// Past the deadline no run begins, so there is none to abort.
	const timer = leftMs > 0 ? setTimeout(() => void conversation.submit({ type: "abort" }), leftMs) : undefined;
	timer?.unref();
	conversation.addHook((live) => ({
		name: "deadline",
		beforeRequest: () => {
			if (live.now() >= deadline) live.stopRun(reason);
		},
		dispose: () => clearTimeout(timer),
	}));
}
