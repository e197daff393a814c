import { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import type { ApprovalGate } from "../../../conversation/approval/approval-gate.ts";
import { convertToLlm } from "../../../conversation/history/convert-to-llm.ts";

export interface ReviewerAgentOptions {
	readonly model: Model;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	readonly approvals: ApprovalGate;
	readonly streamFn: StreamFn;
	readonly streamOptions: (model: Model) => StreamOptions;
	readonly now: () => number;
	/** A request is about to be sent. */
	readonly onRequest: () => void;
	/** A reply calls a tool that there is not; none of its calls runs. */
	readonly onUnknownTool: (name: string) => void;
}

/** The agent of an advisor: no hooks, extensions or queues of the session reach it. */
export function reviewerAgent(options: ReviewerAgentOptions): Agent {
	const { model, systemPrompt, tools, approvals, now } = options;
	return new Agent({
		streamFn: options.streamFn,
		now,
		convertToLlm: (messages) => convertToLlm(messages, { withoutImages: true }),
		intentTracing: false,
		streamOptions: options.streamOptions,
		beforeModelCall: async () => options.onRequest(),
		async onToolCallReceived({ name }) {
			if (!findTool(name, tools)) options.onUnknownTool(name);
			return undefined;
		},
		approve: (call, signal) => approvals.approve({ call, signal, emit: async () => {}, agent: "advisor" }),
		initialState: { model, systemPrompt, tools, messages: [] },
	});
}
