import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ManualClock } from "../testing/manual-clock.ts";
import { type InputEvent, SequenceBuffer } from "./sequence-buffer.ts";

function listen() {
	const clock = new ManualClock();
	const events: string[] = [];
	const buffer = new SequenceBuffer(clock, (event: InputEvent) =>
		events.push(event.type === "sequence" ? event.data : `${event.type}:${event.data}`),
	);
	return { clock, events, buffer };
}

test("sequences, text and control characters are separated", () => {
	const { buffer, events } = listen();
	buffer.push("a\x1b[A\x1bOP\x1bb\x01日\x1b]11;rgb:0/0/0\x1b\\\x1b[[A\x1bPx\x1b\\\x1b_Gi=1\x1b\\");
	expect(events).toEqual([
		"text:a",
		"\x1b[A",
		"\x1bOP",
		"\x1bb",
		"\x01",
		"text:日",
		"\x1b]11;rgb:0/0/0\x1b\\",
		"\x1b[[A",
		"\x1bPx\x1b\\",
		"\x1b_Gi=1\x1b\\",
	]);
});

verifies("tui:input:sequences-complete", () => {
	const lone = listen();
	lone.buffer.push("\x1b");
	lone.clock.advance(29);
	expect(lone.events).toEqual([]);
	lone.clock.advance(1);
	expect(lone.events).toEqual(["\x1b"]);
	const input =
		"hi\x1b[1;5A\x1bP1$r0m\x1b\\\x1b_Gi=1;OK\x1b\\\x1b[?62;22c\x1b]11;rgb:1e1e/1e1e/2e2e\x07\x1b[200~pasted\n\x1b[31m\x1b[201~👍🏽x\x1b[97;5u";
	const whole = listen();
	whole.buffer.push(input);
	const random = seeded(1);
	for (let round = 0; round < 300; round++) {
		const parts = listen();
		for (let index = 0; index < input.length; ) {
			const length = 1 + random.below(round % 3 === 0 ? 1 : 6);
			parts.buffer.push(input.slice(index, index + length));
			index += length;
		}
		parts.clock.advance(1000);
		expect(parts.events.join("").replaceAll("text:", "")).toBe(whole.events.join("").replaceAll("text:", ""));
	}
});

test("two ESCs in one read are two presses", () => {
	const { buffer, events, clock } = listen();
	buffer.push("\x1b\x1b");
	clock.advance(30);
	buffer.push("\x1b\x1bx");
	expect(events).toEqual(["\x1b", "\x1b", "\x1b", "\x1bx"]);
});

test("an ESC before a sequence stays with it", () => {
	const { buffer, events } = listen();
	buffer.push("\x1b\x1b[A\x1b\x1bOA");
	expect(events).toEqual(["\x1b\x1b[A", "\x1b\x1bOA"]);
});

test("an unfinished reply is dropped, also when a key interrupts it", () => {
	const { buffer, events, clock } = listen();
	buffer.push("\x1b[?62;2");
	clock.advance(300);
	buffer.push("\x1b]11;rgb:1e");
	buffer.push("\x1b[A");
	buffer.push("\x1b[?1;\x1b[B");
	expect(events).toEqual(["\x1b[A", "\x1b[B"]);
});

test("Alt with a bracket is a key if nothing follows", () => {
	const { buffer, events, clock } = listen();
	buffer.push("\x1b[");
	clock.advance(30);
	buffer.push("\x1b]");
	clock.advance(30);
	buffer.push("\x1bO");
	clock.advance(30);
	expect(events).toEqual(["\x1b[", "\x1b]", "\x1bO"]);
});

test("while a reply is expected, a lone ESC waits longer for the rest", () => {
	const { buffer, events, clock } = listen();
	buffer.expectsReply = true;
	buffer.push("\x1b");
	clock.advance(200);
	buffer.push("[?62c");
	expect(events).toEqual(["\x1b[?62c"]);
});

verifies("tui:input:paste-as-one", () => {
	const { buffer, events } = listen();
	const line = "line of pasted text\n";
	buffer.push("\x1b[200~");
	for (let index = 0; index < 50_000; index++) buffer.push(line);
	buffer.push("\x1b[20");
	buffer.push("1~q");
	expect(events).toEqual([`paste:${line.repeat(50_000)}`, "text:q"]);
});

test("a long run of text in one read stays together, a short one is split into keys", () => {
	const { buffer, events } = listen();
	buffer.push("x".repeat(10_000));
	buffer.push("yy");
	expect(events).toEqual([`text:${"x".repeat(10_000)}`, "text:y", "text:y"]);
});

test("half of a character waits for its other half", () => {
	const { buffer, events } = listen();
	buffer.push("a\ud83d");
	buffer.push("\udc4d");
	expect(events).toEqual(["text:a", "text:👍"]);
});

test("a long string in small reads arrives whole, and one that never ends is dropped", () => {
	const { buffer, events, clock } = listen();
	const reply = `\x1b]52;c;${"QUJD".repeat(2000)}\x1b\\`;
	for (const character of `${reply}x`) buffer.push(character);
	const device = `\x1bP${"a\x07".repeat(1000)}\x1b\\`;
	for (const character of `${device}y`) buffer.push(character);
	expect(events).toEqual([reply, "text:x", device, "text:y"]);
	for (const character of `\x1b]0;${"z".repeat(1000)}`) buffer.push(character);
	clock.advance(300);
	buffer.push("q");
	expect(events.slice(4)).toEqual(["text:q"]);
	expect(clock.pendingTimers).toBe(0);
});
