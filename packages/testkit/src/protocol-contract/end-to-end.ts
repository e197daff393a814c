import { describe, expect, test } from "bun:test";
import { type AssistantMessage, joinText, type Message, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { createStream } from "@oh-my-pi/pi-ai/stream/stream";
import { type ModelServer, modelServer } from "../servers/model-server.ts";
import { delivered, failure, gate, type Reply, text, toolCalls } from "../servers/replies.ts";
import { until } from "../until.ts";
import { readTool, toolResult, user } from "./history.ts";

export interface EndToEndSetup {
	/** The model as configured by a user, at the given address. */
	model(url: string): Model;
	/** The environment, for protocols that look up credentials. */
	readonly env?: Readonly<Record<string, string>>;
	readonly apiKey?: string;
	/** The mock reports no usage in this protocol. */
	readonly withoutUsage?: true;
}

/** What must work over a real connection, against an independent mock of the provider. */
export function endToEnd(setup: EndToEndSetup): void {
	const { api } = setup.model("");
	const stream = createStream({
		host: { now: () => Date.now(), env: setup.env ?? {} },
		protocols: builtInProtocols,
		sleep: async () => {},
	});

	async function ask(
		server: ModelServer,
		messages: readonly Message[],
		options: StreamOptions & { onEvent?: (event: AssistantMessageEvent) => void } = {},
	): Promise<AssistantMessage> {
		const { onEvent, ...rest } = options;
		const context = { systemPrompt: ["Be brief."], messages, tools: [readTool] };
		const answer = stream(setup.model(server.url), context, { apiKey: setup.apiKey, ...rest });
		for await (const event of answer) onEvent?.(event);
		return answer.result();
	}
	const serverWith = (...replies: Reply[]) => modelServer({ replies });

	describe(`${api} end to end`, () => {
		test("a text arrives complete, with its usage", async () => {
			const usage = { inputTokens: 12, outputTokens: 3 };
			await using server = await serverWith(delivered(text("Grüße 🙂 aus der Ferne", { usage }), { chunkChars: 3 }));
			const message = await ask(server, [user("hi")]);
			expect(message.stopReason).toBe("stop");
			expect(saidIn(message)).toEqual(["Grüße 🙂 aus der Ferne"]);
			if (!setup.withoutUsage) expect(message.usage).toMatchObject({ input: 12, output: 3, totalTokens: 15 });
		});

		test("several tool calls are made, answered and continued", async () => {
			await using server = await serverWith(
				toolCalls({ name: "read", arguments: { path: "a.txt" } }, { name: "read", arguments: { path: "b ü.txt" } }),
				text("Both are fine."),
			);
			const turn = await ask(server, [user("look")]);
			expect(turn.stopReason).toBe("toolUse");
			const calls = toolCallsOf(turn);
			expect(calls.map((call) => call.arguments)).toEqual([{ path: "a.txt" }, { path: "b ü.txt" }]);
			const results = calls.map((call) => toolResult(call.id, `content of ${call.arguments.path}`));
			const final = await ask(server, [user("look"), turn, ...results]);
			expect(final.stopReason).toBe("stop");
			expect(saidIn(final)).toEqual(["Both are fine."]);
			const sent = JSON.stringify(server.requests[1]);
			expect(sent).toContain("content of a.txt");
			expect(sent).toContain("content of b ü.txt");
		});

		test("a rate limit is the final event and reports its delay", async () => {
			await using server = await serverWith(failure(429, "slow down", { retryAfterSeconds: 7 }));
			const message = await ask(server, [user("hi")], { maxRetryDelayMs: 1000 });
			expect(message).toMatchObject({
				stopReason: "error",
				errorStatus: 429,
				errorMessage: "429 slow down retry-after-ms=7000",
			});
		});

		test("a connection cut in the middle is an error with the partial content", async () => {
			const reply = delivered(text("abcdefghij"), { chunkChars: 1, cutAfterChunks: 6, chunkDelayMs: 1 });
			// A protocol that retries before the first content gets the same reply again.
			await using server = await serverWith(...Array<Reply>(12).fill(reply));
			const message = await ask(server, [user("hi")]);
			expect(message.stopReason).toBe("error");
			// How much arrives before the cut depends on the network.
			expect("abcdef").toStartWith(joinText(message.content));
		});

		test("an abort in the middle ends at once and closes the connection", async () => {
			const never = gate();
			// Some protocols send much before the first content.
			const reply = delivered(text("a".repeat(60)), { chunkChars: 1, hold: { afterChunks: 20, gate: never } });
			await using server = await serverWith(reply);
			const leaving = new AbortController();
			const message = await ask(server, [user("hi")], {
				signal: leaving.signal,
				onEvent: (event) => {
					if (event.type === "text_delta") leaving.abort();
				},
			});
			expect(message).toMatchObject({ stopReason: "aborted", errorMessage: "Request was aborted" });
			await until(() => server.exchanges[0]?.aborted);
			never.open();
		});

		const transient = 0x20000;
		test.each([
			["dropped requests", { dropRate: 1 }, { errorStatus: 500 }],
			["rate limits", { rateLimitRate: 1 }, { errorStatus: 429 }],
			["lost connections", { disconnectRate: 1 }, {}],
			["garbage in place of an answer", { malformedRate: 1 }, {}],
		])("chaos: %s are transient errors, and the next request works", async (_name, chaos, expected) => {
			await using server = await serverWith(...Array<Reply>(12).fill(text("back")));
			server.setChaos(chaos);
			const message = await ask(server, [user("hi")]);
			expect(message).toMatchObject({ stopReason: "error", content: [], ...expected });
			expect((message.errorId ?? 0) & transient).toBe(transient);
			server.clearChaos();
			expect(saidIn(await ask(server, [user("hi")]))).toEqual(["back"]);
		});
	});
}

/** The texts of an answer; a provider may add encrypted thinking. */
function saidIn(message: AssistantMessage): string[] {
	return message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}
