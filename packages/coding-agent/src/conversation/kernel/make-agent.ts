import { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { convertToLlm, withReminder } from "../history/convert-to-llm.ts";
import { PinnedText } from "../history/pinned-text.ts";
import type { HookList } from "../hooks/hook-list.ts";
import type { RequestSetup } from "../request/request-setup.ts";
import type { ToolChoiceQueue } from "../tool-choice/tool-choice-queue.ts";
import type { ConversationOptions } from "./conversation-options.ts";

interface AgentPorts {
	readonly hooks: HookList;
	readonly toolChoice: ToolChoiceQueue;
	readonly streamOptions: (model: Model) => StreamOptions;
	/** Knows the tools; absent where they never change. */
	readonly setup: () => Pick<RequestSetup, "routeCall" | "callableTools"> | undefined;
	/** A request has had no answer for a while. */
	readonly onSilence: NonNullable<StreamOptions["onSilence"]>;
	readonly onListenerError: (error: unknown) => void;
}

/** Creates the agent of a conversation and connects its loop to the hooks. */
export function makeAgent(options: ConversationOptions, ports: AgentPorts): Agent {
	const { host, model, systemPrompt, tools, messages } = options;
	const { hooks, toolChoice } = ports;
	const pinned = new PinnedText();
	/** The date stays as first sent, until the prompt cache is invalidated anyway. */
	const reminderFor = (history: readonly AgentMessage[]): string => {
		const { model: current, tools: offered } = agent.state;
		if (!current) return reminder(options);
		const { sessionId } = ports.streamOptions(current);
		const folder = options.cwd?.();
		const keys = [history[0], current.provider, current.id, offered, sessionId, folder];
		return pinned.for(keys, () => reminder(options));
	};
	const isBlind = () => agent.state.model?.input.includes("image") === false;
	const agent: Agent = new Agent({
		streamFn: (...request) => hooks.wrapStream(options.streamFn)(...request),
		now: host.now,
		intentTracing: options.intentTracing,
		convertToLlm: (history) => {
			const sent = { withoutImages: isBlind(), withIntents: options.intentTracing };
			return withReminder(convertToLlm(history, sent), reminderFor(history));
		},
		// The auto-retry hook retries, with a budget for the whole run.
		streamOptions: (current) => ({ ...ports.streamOptions(current), maxRetries: 0, onSilence: ports.onSilence }),
		routeCall: (call) => ports.setup()?.routeCall(call) ?? { name: call.name },
		callableTools: () => ports.setup()?.callableTools ?? agent.state.tools,
		getToolChoice: () => toolChoice.choice(),
		transformContext: (history, signal) => hooks.transformContext(history, signal),
		onToolCallReceived: (call, signal) => hooks.onToolCallReceived(call, signal),
		beforeToolCall: (call, signal) => hooks.beforeToolCall(call, signal),
		approve: (call, signal) => hooks.approveToolCall({ call, signal }),
		afterToolCall: (call, output) => hooks.afterToolCall(call, output),
		onTurnEnd: async () => hooks.afterTurn(lastResults(agent.state.messages)),
		beforeModelCall: async (signal) => hooks.beforeRequest(signal),
		onListenerError: ports.onListenerError,
		initialState: { model, systemPrompt, tools, messages: [...messages] },
	});
	agent.setSteeringMode(options.steeringMode);
	agent.setFollowUpMode(options.followUpMode);
	agent.setInterruptMode(options.interruptMode);
	return agent;
}

/** The results of the turn that has just ended. */
function lastResults(messages: readonly AgentMessage[]): ToolResultMessage[] {
	const reply = messages.findLastIndex(({ role }) => role === "assistant");
	return messages.slice(reply + 1).filter((message) => message.role === "toolResult");
}

function reminder({ host, cwd }: ConversationOptions): string {
	const date = new Date(host.now()).toISOString().slice(0, 10);
	return `<system-reminder>Today is ${date}. The working directory is ${cwd?.() ?? host.cwd}.</system-reminder>`;
}
