import { expect, test } from "bun:test";
import { question } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { anthropicSpeaker } from "../protocols/anthropic-messages/testing/speaker.ts";
import { AssistantMessageEventStream } from "../reply/event-stream.ts";
import { Reply } from "../reply/reply.ts";
import { withCustomApis } from "./custom-api.ts";
import type { StreamFn } from "./stream.ts";

const own = { ...anthropicSpeaker.model, provider: "acme", api: "acme-pigeons" };

const pigeons: StreamFn = (model, context) => {
	const events = new AssistantMessageEventStream();
	const reply = new Reply(model, 0, (event) => events.push(event));
	events.push({ type: "start", partial: reply.message });
	reply.appendText(0, `${context.messages.length} pigeon`);
	reply.closeAll();
	events.push({ type: "done", reason: "stop", message: reply.message });
	return events;
};

const built: StreamFn = () => {
	throw new Error("asked the built-in way");
};

test("a model of a custom API is asked through its own protocol, which is loaded at the first request", async () => {
	let loaded = 0;
	const load = async () => {
		loaded++;
		return pigeons;
	};
	const stream = withCustomApis(built, new Map([["acme-pigeons", load]]));
	expect(() => stream(anthropicSpeaker.model, question)).toThrow("asked the built-in way");
	expect(loaded).toBe(0);
	const answering = stream(own, question);
	const kinds: string[] = [];
	for await (const event of answering) kinds.push(event.type);
	expect(kinds).toEqual(["start", "text_start", "text_delta", "text_end", "done"]);
	expect((await answering.result()).content).toEqual([{ type: "text", text: "1 pigeon" }]);
});
