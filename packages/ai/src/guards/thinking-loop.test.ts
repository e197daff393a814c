import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AssistantMessageEvent } from "../reply/event.ts";
import { ThinkingLoopGuard } from "./thinking-loop.ts";

const thought = (delta: string) => ({ type: "thinking_delta", contentIndex: 0, delta }) as AssistantMessageEvent;

function think(pieces: readonly string[], options: { id?: string; env?: Record<string, string> } = {}) {
	const guard = new ThinkingLoopGuard({ id: options.id ?? "gemini-3-pro" }, options.env ?? {});
	return () => {
		for (const piece of pieces) guard.watch(thought(piece));
	};
}

const circle = Array.from({ length: 60 }, () => "wait, let me see. ");
const rewording = Array.from(
	{ length: 20 },
	(_, index) => `I should now check the configuration of the build server again ${index}.\n`,
);
const headings = Array.from({ length: 30 }, (_, index) => `**Considering step ${index * 7919}**\n`);

verifies("ai-streaming:guard:thinking-loop", () => {
	for (const pieces of [circle, rewording, headings]) {
		expect(think(pieces)).toThrow("went in circles");
		expect(think(pieces, { env: { PI_NO_THINKING_LOOP_GUARD: "1" } })).not.toThrow();
	}
});

test("other models, normal thinking and thinking after a tool call are left alone", () => {
	expect(think(circle, { id: "claude-opus-4-8" })).not.toThrow();
	const honest = Array.from(
		{ length: 200 },
		(_, index) => `Thought ${Bun.hash(String(index)).toString(36)} about ${Bun.hash(`x${index}`).toString(36)}.\n`,
	);
	expect(think(honest)).not.toThrow();
	const guard = new ThinkingLoopGuard({ id: "gemini-3-pro" }, {});
	guard.watch({ type: "toolcall_start", contentIndex: 0 } as AssistantMessageEvent);
	for (const piece of circle) guard.watch(thought(piece));
});
