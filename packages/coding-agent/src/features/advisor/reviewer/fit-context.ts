import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import { joinText, type UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { compactionThreshold, inputLimit } from "../../../conversation/compaction/threshold.ts";
import { estimateMessages, estimateText, estimateTools } from "../../../conversation/context/estimate-tokens.ts";
import { convertToLlm } from "../../../conversation/history/convert-to-llm.ts";

export interface FitPorts {
	readonly streamFn: StreamFn;
	readonly streamOptions: (model: Model) => StreamOptions;
	/** A model with a larger window, where promotion is on and there is one. */
	readonly promoted: (model: Model) => Promise<Model | undefined>;
	/** The primary's transcript, as far as it fits. */
	readonly transcript: () => string;
	readonly now: () => number;
	readonly signal: AbortSignal;
}

/**
 * Makes room for an update: a model with a larger window, else a summary of the advisor's own messages, else a new start. Gives the
 * text to send, which after a new start is the primary's transcript.
 */
export async function fitContext(agent: Agent, update: string, ports: FitPorts): Promise<string> {
	const { model } = agent.state;
	if (!model || fits(agent, update, model)) return update;
	const larger = await ports.promoted(model);
	if (larger) agent.setModel(larger);
	if (larger && fits(agent, update, larger)) return update;
	const summary = await summarize(agent, larger ?? model, ports).catch(() => "");
	agent.replaceMessages(summary === "" ? [] : [noteMessage(`Your review so far:\n\n${summary}`, ports.now())]);
	if (summary !== "" && fits(agent, update, larger ?? model)) return update;
	agent.replaceMessages([]);
	return ports.transcript() || update;
}

export function noteMessage(text: string, timestamp: number): UserMessage {
	return { role: "user", content: [{ type: "text", text }], attribution: "agent", synthetic: true, timestamp };
}

export function contextTokens({ state: { messages, systemPrompt, tools } }: Agent): number {
	return estimateMessages(messages, "flat") + estimateText(systemPrompt.join("\n")) + estimateTools(tools);
}

function fits(agent: Agent, update: string, model: Model): boolean {
	const limit = inputLimit(model);
	// A model of unknown size gets everything; its answer says if that is too much.
	if (limit <= 0) return true;
	const policy = { thresholdPercent: 0, thresholdTokens: 0, reserveTokens: undefined };
	return contextTokens(agent) + estimateText(update) <= compactionThreshold(limit, policy);
}

async function summarize(agent: Agent, model: Model, { streamFn, streamOptions, now, signal }: FitPorts) {
	const { systemPrompt, messages } = agent.state;
	if (messages.length === 0) return "";
	const question = noteMessage(
		"Summarize your review so far in at most 400 words: what the agent is doing, what you have checked, what you have said, what is still open. Call no tools.",
		now(),
	);
	const context = { systemPrompt: [...systemPrompt], messages: convertToLlm([...messages, question]), tools: [] };
	const stream = streamFn(model, context, { ...streamOptions(model), signal });
	const reply = await raceAbort(stream.result(), signal);
	return reply.stopReason === "error" || reply.stopReason === "aborted" ? "" : joinText(reply.content).trim();
}
