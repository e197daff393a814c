import { Agent } from "@oh-my-pi/pi-agent-core/agent";
import { type Effort, efforts } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
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
	const agent: Agent = new Agent({
		streamFn: early?.watch(options.streamFn) ?? options.streamFn,
		now: host.now,
		intentTracing: options.intentTracing,
		convertToLlm: (history) => withReminder(convertToLlm(history), reminder(options)),
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
