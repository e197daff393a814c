import { expect } from "bun:test";
import {
	assistant,
	image,
	modelCall,
	readTool,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { replayTargets } from "@oh-my-pi/pi-testkit/request-rules/targets.data";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Message } from "../message.ts";
import { type Model, selectorOf } from "../model/model.ts";
import { builtInProtocols } from "../protocols/protocols.ts";

/** One round: a question, calls with results, an answer. */
function round(model: Model, number: number): Message[][] {
	const calls = [toolCall(`c${number}a`, { path: "x" }), toolCall(`c${number}b`, { path: "y" })];
	return [
		[user([{ type: "text", text: `question ${number}` }, image])],
		[
			assistant(model, [{ type: "thinking", thinking: "hm", thinkingSignature: "c2ln" }, ...calls]),
			toolResult(`c${number}a`, "x text"),
			toolResult(`c${number}b`, [image], { isError: number % 2 === 0 }),
		],
		[assistant(model, [{ type: "text", text: `answer ${number}` }])],
	];
}

/** Cache marks move with the end of the prompt; the content must not change. */
function withoutMarks(body: unknown): Record<string, unknown> {
	const drop = (key: string, value: unknown) => {
		if (key === "cache_control") return undefined;
		return Array.isArray(value) ? value.filter((item) => !Object.hasOwn(Object(item), "cachePoint")) : value;
	};
	return JSON.parse(JSON.stringify(body, drop));
}

/** Separates the list of turns from the rest. */
function split(body: Record<string, unknown>): { turns: unknown[]; rest: Record<string, unknown> } {
	const { request, ...envelope } = body;
	const inner = request ? (request as Record<string, unknown>) : envelope;
	const name = ["messages", "contents", "input"].find((candidate) => Array.isArray(inner[candidate])) ?? "";
	const { [name]: turns, ...rest } = inner;
	return { turns: turns as unknown[], rest };
}

verifies("ai-streaming:cache:stable-prefix", async () => {
	for (const { model } of replayTargets) {
		const protocol = await builtInProtocols.get(model.api)?.();
		const context = { systemPrompt: ["Be brief.", "Today is today."], tools: [readTool] };
		const messages: Message[] = [];
		let previous: ReturnType<typeof split> | undefined;
		for (let number = 1; number <= 4; number++) {
			for (const step of round(model, number)) {
				messages.push(...step);
				// A request never ends with an assistant message.
				if (messages.at(-1)?.role === "assistant") continue;
				const call = modelCall(model, { ...context, messages }, { reasoning: "high", sessionId: "s1" });
				const current = split(withoutMarks(protocol?.encode(call).body));
				const name = selectorOf(model);
				if (previous) {
					expect([name, current.turns.slice(0, previous.turns.length)]).toEqual([name, previous.turns]);
					expect([name, current.rest]).toEqual([name, previous.rest]);
					expect(current.turns.length).toBeGreaterThan(previous.turns.length);
				}
				previous = current;
			}
		}
	}
});
