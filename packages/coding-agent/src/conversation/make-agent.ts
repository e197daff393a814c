import { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type Effort, efforts } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import { PinnedText } from "./context/pinned-text.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import { convertToLlm, withReminder } from "./convert-to-llm.ts";
import type { Guide } from "./guide/guide.ts";
import { canBeForced, toolChoicePorts } from "./tool-choice/tool-choice-ports.ts";
import type { ToolChoiceQueue } from "./tool-choice/tool-choice-queue.ts";
import { EarlyStop } from "./tools/early-stop.ts";

interface AgentPorts {
	readonly toolChoice: ToolChoiceQueue;
	/** There when the first request is made. */
	readonly guide: () => Guide | undefined;
	readonly streamOptions: (model: Model) => StreamOptions;
	readonly beforeModelCall: (signal: AbortSignal) => Promise<void>;
}

/** The agent of a conversation: what the model is told, and in what manner queues are served. */
export function makeAgent(options: ConversationOptions, ports: AgentPorts): Agent {
	const { host, model, systemPrompt, tools, messages } = options;
	const { toolChoice, guide } = ports;
	const choicePorts = toolChoicePorts(toolChoice, host.now);
	const early = options.stopsEarly ? new EarlyStop(() => agent.state.tools) : undefined;
	const pinned = new PinnedText();
	/** Where nothing that was sent may change, the day on which it was sent stays too, until the beginning is another one. */
	const reminderFor = (history: readonly AgentMessage[]): string => {
		const { model: current, tools: offered } = agent.state;
		if (!current || !options.upkeep?.appendOnly?.(current)) return reminder(options);
		const { sessionId } = ports.streamOptions(current);
		return pinned.for([history[0], current.provider, current.id, offered, sessionId], () => reminder(options));
	};
	const agent: Agent = new Agent({
		streamFn: early?.watch(options.streamFn) ?? options.streamFn,
		now: host.now,
		intentTracing: options.intentTracing,
		convertToLlm: (history) => withReminder(convertToLlm(history), reminderFor(history)),
		streamOptions: ports.streamOptions,
		...choicePorts,
		toolName: (called) => guide()?.toolName(called) ?? called,
		async beforeToolCall(call) {
			return early?.refusal(call) ?? guide()?.beforeToolCall(call.name) ?? choicePorts.beforeToolCall(call);
		},
		approve: async (...request) => guide()?.approve(...request),
		onTurnEnd: async () => guide()?.onTurnEnd(),
		async beforeModelCall(signal) {
			await guide()?.beforeModelCall();
			await ports.beforeModelCall(signal);
			toolChoice.begin({ canBeForced: canBeForced(agent.state.model) });
		},
		initialState: { model, systemPrompt, tools, messages: [...messages] },
	});
	agent.setSteeringMode(options.steeringMode);
	agent.setFollowUpMode(options.followUpMode);
	agent.setInterruptMode(options.interruptMode);
	return agent;
}

export function effortOption(level: ThinkingLevel): Pick<StreamOptions, "reasoning"> {
	const effort = efforts.find((candidate): candidate is Effort => candidate === level);
	return effort ? { reasoning: effort } : {};
}

function reminder({ host, cwd }: ConversationOptions): string {
	const date = new Date(host.now()).toISOString().slice(0, 10);
	return `<system-reminder>Today is ${date}. The working directory is ${cwd?.() ?? host.cwd}.</system-reminder>`;
}
