import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { CompactionOptions } from "../compaction/compaction-options.ts";
import { type CompactionPolicy, defaultCompactionPolicy } from "../compaction/compaction-policy.ts";
import type { ConversationEvent } from "../event/event.ts";
import { sessionContext } from "../history/session-context.ts";
import { Conversation } from "../kernel/conversation.ts";
import type { ConversationOptions } from "../kernel/conversation-options.ts";
import { testHost, testLog, tokens } from "./history.ts";

/** Returns about as many tokens as requested. */
export const read: AgentTool = defineTool({
	name: "read",
	label: "Read",
	prompt: "",
	parameters: { type: "object", properties: { path: { type: "string" }, size: { type: "number" } } },
	execute: async ({ size }) => ({ content: tokens(size ?? 10) }),
});

export interface ConverseOptions {
	readonly compaction?: Partial<CompactionPolicy>;
	readonly compactionOptions?: Partial<CompactionOptions>;
	readonly recovery?: ConversationOptions["recovery"];
	readonly models?: ConversationOptions["models"];
	readonly appendOnly?: ConversationOptions["appendOnly"];
	readonly model?: Model;
	readonly log?: SessionLog;
	readonly sleep?: typeof sleep;
	readonly now?: () => number;
	readonly maxRetries?: number;
	readonly maxDelayMs?: number;
	readonly systemPrompt?: string;
	/** Answers summary requests. */
	readonly summarizer?: ScriptedAnswer;
	readonly tools?: readonly AgentTool[];
	readonly requestSetup?: ConversationOptions["requestSetup"];
	readonly hooks?: ConversationOptions["hooks"];
}

/** Default summarizer. */
const summarizes: ScriptedAnswer = (reply, { context }) => {
	const isShort = String(context.messages[0]?.content).includes("Tell in two or three sentences");
	reply.appendText("text", isShort ? "I worked on it." : "## Goal\nShip it");
};

/**
 * A conversation with a scripted model and a record of its events. Summaries have a script of their own, so they do not
 * consume `answers`.
 */
export function converse(answers: readonly ScriptedAnswer[], options: ConverseOptions = {}) {
	const model = scriptedModel(answers);
	const summarizer = scriptedModel(Array.from({ length: 50 }, () => options.summarizer ?? summarizes));
	const streamFn: StreamFn = (asked, context, streamOptions) => {
		const isAside = context.systemPrompt?.join("").includes("You write summaries") ?? false;
		return (isAside ? summarizer : model).streamFn(asked, context, streamOptions);
	};
	const log = options.log ?? testLog();
	const host = { ...testHost, ...(options.now && { now: options.now }) };
	const conversation = new Conversation({
		host,
		log,
		streamFn,
		model: options.model ?? scriptedModelRecord,
		thinkingLevel: "off",
		systemPrompt: [options.systemPrompt ?? "You are under test."],
		tools: options.tools ?? [read],
		messages: sessionContext(log).messages,
		apiKey: async () => undefined,
		intentTracing: false,
		steeringMode: "one-at-a-time",
		followUpMode: "one-at-a-time",
		interruptMode: "immediate",
		retry: {
			enabled: true,
			maxRetries: options.maxRetries ?? 2,
			baseDelayMs: 500,
			maxDelayMs: options.maxDelayMs ?? 60_000,
		},
		...(options.requestSetup && { requestSetup: options.requestSetup }),
		...(options.hooks && { hooks: options.hooks }),
		...(options.recovery && { recovery: options.recovery }),
		...(options.models && { models: options.models }),
		...(options.appendOnly && { appendOnly: options.appendOnly }),
		compaction: {
			policy: () => ({ ...defaultCompactionPolicy, ...options.compaction }),
			...options.compactionOptions,
		},
		sleep: options.sleep ?? (async () => {}),
	});
	const events: ConversationEvent[] = [];
	conversation.subscribe((event) => {
		events.push(event);
	});
	const prompt = (text: string) => conversation.submit({ type: "prompt", text });
	return { conversation, log, events, requests: model.requests, summaryRequests: summarizer.requests, prompt };
}

/** Types of the events that match the pattern, in order. */
export function eventTypes(events: readonly ConversationEvent[], pattern: RegExp): string[] {
	return events.map(({ type }) => type).filter((type) => pattern.test(type));
}
