import { describe, expect, test } from "bun:test";
import { decodingCost, measureFastest } from "./decoding-cost.ts";
import { cut, wireStreams } from "./streams.ts";

const deltaCharacters = 24;
/** Quadratic work would take four times as long; the benchmark has the tighter limit, on an idle machine. */
const mostFactor = 3;
/** Below the resolution of the clock. */
const slackMs = 15;

const costOf = (model: (typeof wireStreams)[number]["model"], bytes: Uint8Array) =>
	measureFastest(3, async () => (await decodingCost(model, bytes)).cpuMs);

describe("decoding cost", () => {
	test.each(wireStreams.map((stream) => [`${stream.model.api} ${stream.model.provider}`, stream] as const))(
		"%s: twice the text costs about twice as much",
		async (_, { model, text }) => {
			const streamed = (characters: number) => text(cut("word ".repeat(characters / 5), deltaCharacters));
			const { message } = await decodingCost(model, streamed(50_000));
			expect(message.content).toEqual([{ type: "text", text: "word ".repeat(10_000) }]);
			const half = await costOf(model, streamed(250_000));
			const full = await costOf(model, streamed(500_000));
			expect(full).toBeLessThan(half * mostFactor + slackMs);
		},
	);

	const withArguments = wireStreams.filter((stream) => stream.toolArguments);
	test.each(withArguments.map((stream) => [stream.model.api, stream] as const))(
		"%s: twice the tool argument costs about twice as much",
		async (_, { model, toolArguments }) => {
			if (!toolArguments) throw new Error("no arguments");
			const streamed = (characters: number) =>
				toolArguments(cut(JSON.stringify({ path: "a", content: "x\n".repeat(characters / 2) }), deltaCharacters));
			const { message } = await decodingCost(model, streamed(10_000));
			expect(message.content).toMatchObject([{ type: "toolCall", arguments: { content: "x\n".repeat(5000) } }]);
			const half = await costOf(model, streamed(1_000_000));
			const full = await costOf(model, streamed(2_000_000));
			expect(full).toBeLessThan(half * mostFactor + slackMs);
		},
	);
});
