import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { FreeformInput, parseStreamingJson, StreamingArguments } from "./streaming-json.ts";

describe("streaming JSON", () => {
	test.each([
		["", {}],
		["{", {}],
		['{"pa', {}],
		['{"path":', {}],
		['{"path":"a', { path: "a" }],
		['{"path":"a","list":[1,{"x":"y', { path: "a", list: [1, { x: "y" }] }],
		['{"done":true}', { done: true }],
		["[1]", {}],
		["nonsense", {}],
	])("%j parses to %j", (text, expected) => {
		expect(parseStreamingJson(text)).toEqual(expected);
	});

	verifies("ai-streaming:json:partial-arguments", () => {
		const args = new StreamingArguments();
		expect(args.append('{"content":"')).toEqual({});
		expect(args.append("x".repeat(300))).toEqual({ content: "x".repeat(300) });
		// Too little new text to parse again.
		expect(args.append("yy")).toEqual({ content: "x".repeat(300) });
		expect(args.append('"}')).toEqual({ content: "x".repeat(300) });
		expect(args.finish()).toEqual({ content: `${"x".repeat(300)}yy` });
	});

	test("short arguments are parsed early", () => {
		const args = new StreamingArguments();
		expect(args.append('{"i":"Changing the sum","path":"src/sum.ts"')).toEqual({
			i: "Changing the sum",
			path: "src/sum.ts",
		});
	});

	verifies("ai-streaming:json:linear-time", () => {
		const costOf = (deltas: number) => {
			const args = new StreamingArguments();
			const begin = process.cpuUsage();
			args.append('{"content":"');
			for (let count = 0; count < deltas; count++) args.append("abcdefghijklmnopqrstuvwx");
			args.append('"}');
			args.finish();
			const { user, system } = process.cpuUsage(begin);
			return user + system;
		};
		const leastOf = (deltas: number) => Math.min(...Array.from({ length: 5 }, () => costOf(deltas)));
		const slackMicroseconds = 15_000;
		leastOf(10_000);
		const half = leastOf(20_000);
		// Quadratic work would take four times as long.
		expect(leastOf(40_000)).toBeLessThan(half * 3 + slackMicroseconds);
	});

	test("invalid arguments are kept for the error shown to the model", () => {
		const args = new StreamingArguments();
		args.append('{"path": oops}');
		expect(args.finish()).toEqual({ __parseError: expect.any(String), __rawJson: '{"path": oops}' });
	});

	test("freeform input stays text", () => {
		const input = new FreeformInput();
		input.append('{"not');
		expect(input.append(" json")).toEqual({ input: '{"not json' });
		expect(input.finish()).toEqual({ input: '{"not json' });
	});
});

test("arguments nested deeper than any tool's are left to the end; brackets in a text do not count", () => {
	expect(parseStreamingJson(`{"a":${"[".repeat(8000)}}12`)).toEqual({});
	expect(parseStreamingJson(`{"a":"${"[{".repeat(8000)}`)).toEqual({ a: "[{".repeat(8000) });
	expect(parseStreamingJson(`{"a":"\\"${"[".repeat(200)}","b":[[1`)).toEqual({ a: `"${"[".repeat(200)}`, b: [[1]] });
});
