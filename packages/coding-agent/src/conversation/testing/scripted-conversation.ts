import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import type { ConversationEvent } from "../event/event.ts";
import { Conversation } from "../kernel/conversation.ts";
import type { ConversationOptions } from "../kernel/conversation-options.ts";
import { testHost, testLog } from "./history.ts";

export const noopTool = defineTool({
	name: "noop",
	label: "Noop",
	prompt: "",
	parameters: { type: "object", properties: {} },
	execute: async () => ({ content: "nothing happened" }),
});

/** A minimal conversation with a scripted model. */
export function scriptedConversation(
	answers: readonly ScriptedAnswer[],
	options: Partial<ConversationOptions> & { log?: SessionLog } = {},
) {
	const model = scriptedModel(answers);
	const log = options.log ?? testLog();
	const conversation = new Conversation({
		host: testHost,
		streamFn: model.streamFn,
		model: scriptedModelRecord,
		thinkingLevel: "off",
		systemPrompt: ["You are under test."],
		tools: [noopTool],
		messages: [],
		apiKey: async () => undefined,
		intentTracing: false,
		steeringMode: "one-at-a-time",
		followUpMode: "one-at-a-time",
		interruptMode: "immediate",
		retry: { enabled: true, maxRetries: 2, baseDelayMs: 500, maxDelayMs: 60_000 },
		sleep: async () => {},
		...options,
		log,
	});
	const events: ConversationEvent[] = [];
	conversation.subscribe((event) => {
		events.push(event);
	});
	return { conversation, events, requests: model.requests };
}
