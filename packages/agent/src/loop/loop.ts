import { type AssistantMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { AgentMessage } from "../message.ts";
import { executeTools } from "./execute-tools.ts";
import type { LoopPorts, LoopState } from "./ports.ts";
import { abortedMessage, streamReply } from "./stream-reply.ts";

/** The same without a new prompt: the model answers the last message. */
export async function continueLoop(state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<AgentMessage[]> {
	const last = state.messages.at(-1);
	if (!last) throw new Error("No messages to continue from");
	if (last.role === "assistant") throw new Error("Cannot continue from message role: assistant");
	return runLoop([], state, ports, signal);
}

/**
 * One run: requests and tool calls alternate until the model is done and nothing is queued, or the run is aborted.
 * Returns the messages the run produced.
 */
export async function runLoop(
	prompts: readonly AgentMessage[],
	state: LoopState,
	basePorts: LoopPorts,
	signal: AbortSignal,
): Promise<AgentMessage[]> {
	const { ports, produced } = collecting(basePorts);
	await ports.emit({ type: "agent_start" });
	await ports.emit({ type: "turn_start" });
	let pending = [...prompts, ...ports.takeSteering()];
	for (let turn = 0; ; turn++) {
		if (turn > 0) await ports.emit({ type: "turn_start" });
		await deliver(pending, state, ports);
		const message = await nextReply(state, ports, signal);
		if (message.stopReason === "error" || message.stopReason === "aborted") {
			await ports.emit({ type: "turn_end", message, toolResults: [] });
			break;
		}
		const callsTools = toolCallsOf(message).length > 0;
		const batch = callsTools ? await executeTools(message, state, ports, signal) : { results: [], endsRun: false };
		await ports.emit({ type: "turn_end", message, toolResults: batch.results });
		if (signal.aborted) {
			await closeAborted(state, ports, signal);
			break;
		}
		await ports.onTurnEnd?.();
		if (batch.endsRun) break;
		const next = await nextMessages(callsTools, ports);
		if (!next) break;
		pending = next;
	}
	await ports.emit({ type: "agent_end", messages: produced });
	return produced;
}

/**
 * Collects the messages the run reports; the message list itself may be replaced during the run, as compaction does.
 */
function collecting(basePorts: LoopPorts): { ports: LoopPorts; produced: AgentMessage[] } {
	const produced: AgentMessage[] = [];
	const emit: LoopPorts["emit"] = (event) => {
		if (event.type === "message_end") produced.push(event.message);
		return basePorts.emit(event);
	};
	return { ports: { ...basePorts, emit }, produced };
}

async function deliver(messages: readonly AgentMessage[], state: LoopState, ports: LoopPorts): Promise<void> {
	for (const message of messages) {
		state.messages.push(message);
		await ports.emit({ type: "message_start", message });
		await ports.emit({ type: "message_end", message });
	}
}

async function nextReply(state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<AssistantMessage> {
	if (!signal.aborted) await ports.beforeModelCall?.(signal);
	if (!signal.aborted) return streamReply(state, ports, signal);
	const message = abortedMessage(state, ports, signal);
	await deliver([message], state, ports);
	return message;
}

/** The messages that start the next turn; `undefined` when the run is over. */
async function nextMessages(calledTools: boolean, ports: LoopPorts): Promise<AgentMessage[] | undefined> {
	const steering = ports.takeSteering();
	if (steering.length > 0) return steering;
	if (calledTools) return ports.takeAsides?.() ?? [];
	await ports.onBeforeYield?.();
	const waiting = [...(ports.takeAsides?.() ?? []), ...ports.takeFollowUps()];
	return waiting.length > 0 ? waiting : undefined;
}

/**
 * An abort during tool calls ends with an empty message in a turn of its own, so that every reader sees where it
 * stopped.
 */
async function closeAborted(state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<void> {
	const message = abortedMessage(state, ports, signal);
	await ports.emit({ type: "turn_start" });
	await deliver([message], state, ports);
	await ports.emit({ type: "turn_end", message, toolResults: [] });
}
