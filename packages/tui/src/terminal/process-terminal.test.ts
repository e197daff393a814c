import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { InputEvent } from "../input/sequence-buffer.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { TEST_CAPABILITIES } from "../testing/show.ts";
import { VirtualTerminal, type VirtualTerminalOptions } from "../testing/virtual-terminal.ts";
import { ProcessTerminal, type ProcessTerminalOptions } from "./process-terminal.ts";

const KITTY = { query: "\x1b[?u", reply: "\x1b[?0u" };
const DARK_BACKGROUND = { query: "\x1b]11;?", reply: "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\" };

function open(virtualOptions: VirtualTerminalOptions = {}, options: Partial<ProcessTerminalOptions> = {}) {
	const virtual = new VirtualTerminal(virtualOptions);
	const clock = new ManualClock();
	const terminal = new ProcessTerminal({
		streams: virtual.streams,
		capabilities: TEST_CAPABILITIES,
		clock,
		...options,
	});
	const input: InputEvent[] = [];
	terminal.onInput((event) => input.push(event));
	return { virtual, clock, terminal, input };
}

async function stopCompletely({ terminal, virtual }: ReturnType<typeof open>): Promise<void> {
	const stopped = terminal.stop();
	await virtual.settle();
	await stopped;
}

describe("start and stop", () => {
	test("stop switches off what start switched on, and no listener is left", async () => {
		const session = open({ replies: [KITTY] });
		const { virtual, terminal } = session;
		const before = { modes: virtual.modes(), listeners: virtual.listenerCount() };
		terminal.start();
		await virtual.settle();
		expect(virtual.modes()).toEqual({ ...before.modes, bracketedPaste: true, raw: true, reading: true });
		terminal.setAlternateScreen(true);
		terminal.setMouse(true);
		await stopCompletely(session);
		expect({ modes: virtual.modes(), listeners: virtual.listenerCount() }).toEqual(before);
		const written = virtual.takeWritten();
		expect(count(written, "\x1b[>7u")).toBe(1);
		expect(count(written, "\x1b[<u")).toBe(1);
		expect(count(written, "\x1b[22;2t")).toBe(count(written, "\x1b[23;2t"));
		expect(written).toContain(
			"\x1b[?1049l\x1b[?2026l\x1b[?7h\x1b[?1l\x1b>\x1b[?2004l\x1b[?5522l\x1b[?1006l\x1b[?1003l\x1b[?1000l\x1b[?2031l\x1b[?2048l\x1b[<u\x1b[>4;0m",
		);
	});

	test("a keyboard mode that was never set is not popped", async () => {
		const session = open();
		session.terminal.start();
		await session.virtual.settle();
		await stopCompletely(session);
		expect(session.virtual.takeWritten()).not.toContain("\x1b[<u");
	});

	test("it can be restarted", async () => {
		const session = open();
		session.terminal.start();
		await session.virtual.settle();
		await stopCompletely(session);
		session.terminal.start();
		session.virtual.type("x");
		expect(session.input).toEqual([{ type: "text", data: "x" }]);
	});

	test("input that arrives while stopping is dropped", async () => {
		const session = open({ replies: [KITTY] });
		session.terminal.start();
		await session.virtual.settle();
		const stopped = session.terminal.stop();
		session.virtual.type("\x1b[13;1:3u");
		await session.virtual.settle();
		await stopped;
		expect(session.input).toEqual([]);
	});

	test("for a program that starts at once everything is restored when stop returns", async () => {
		const { virtual, terminal } = open({ replies: [KITTY] });
		const before = { modes: virtual.modes(), listeners: virtual.listenerCount() };
		terminal.start();
		await virtual.settle();
		void terminal.stop({ waits: false });
		expect({ modes: virtual.modes(), listeners: virtual.listenerCount() }).toEqual(before);
		terminal.start();
		expect(virtual.modes().raw).toBe(true);
	});

	test("a silent terminal is stopped without waiting", async () => {
		const session = open({}, { capabilities: { ...TEST_CAPABILITIES, acceptsQueries: false } });
		session.terminal.start();
		await session.terminal.stop();
		expect(session.virtual.modes().raw).toBe(false);
	});
});

describe("replies", () => {
	test("the kitty keyboard protocol is used if offered, modifyOtherKeys otherwise", async () => {
		const kitty = open({ replies: [KITTY] });
		kitty.terminal.start();
		await kitty.virtual.settle();
		const other = open();
		other.terminal.start();
		await other.virtual.settle();
		const used = [kitty, other].map(({ virtual }) => {
			const written = virtual.takeWritten();
			return { kitty: written.includes("\x1b[>7u"), modifyOtherKeys: written.includes("\x1b[>4;2m") };
		});
		expect(used).toEqual([
			{ kitty: true, modifyOtherKeys: false },
			{ kitty: false, modifyOtherKeys: true },
		]);
	});

	test("a silent terminal gets modifyOtherKeys after a timeout", () => {
		const { terminal, virtual, clock } = open();
		terminal.start();
		clock.advance(1000);
		expect(virtual.takeWritten()).toContain("\x1b[>4;2m");
	});

	for (const repliesByteByByte of [false, true]) {
		test(`no answer leaks into input${repliesByteByByte ? ", byte by byte" : ""}`, async () => {
			const { virtual, terminal, input } = open({ replies: [KITTY, DARK_BACKGROUND], repliesByteByByte });
			const backgrounds: unknown[] = [];
			terminal.onBackground((color) => backgrounds.push(color));
			terminal.start();
			const cursor = terminal.queryCursor();
			virtual.type("a");
			await virtual.settle();
			virtual.type("\x1b[?997;1n\x1b[?62;4c\x1b[>41;0c\x1b]52;c;aGk=\x07\x1bP1$r0m\x1b\\b");
			await virtual.settle();
			expect(await cursor).toEqual({ row: 0, column: 0 });
			expect(input).toEqual([
				{ type: "text", data: "a" },
				{ type: "text", data: "b" },
			]);
			expect(backgrounds).toEqual([
				{ red: 30 / 255, green: 30 / 255, blue: 46 / 255 },
				{ red: 30 / 255, green: 30 / 255, blue: 46 / 255 },
			]);
		});
	}

	test("a pause of any length inside a reply leaks nothing", async () => {
		const { virtual, terminal, input, clock } = open();
		terminal.start();
		for (const byte of "\x1b[?62;22c\x1b]11;rgb:0/0/0\x07") {
			virtual.type(byte);
			clock.advance(20);
		}
		await virtual.settle();
		expect(input).toEqual([]);
	});

	test("the terminal's reply on synchronized output applies unless the user forced it", async () => {
		const asked = open();
		asked.terminal.start();
		await asked.virtual.settle();
		const forced = open({}, { syncOutputIsForced: true });
		forced.terminal.start();
		await forced.virtual.settle();
		expect([asked.terminal.synchronizesOutput, forced.terminal.synchronizesOutput]).toEqual([true, false]);
	});

	test("without a reply the cursor is unknown", async () => {
		const { terminal, clock, virtual } = open();
		terminal.start();
		await virtual.settle();
		virtual.isGone = true;
		const cursor = terminal.queryCursor();
		clock.advance(1000);
		expect(await cursor).toBeUndefined();
	});

	test("a terminal that did not reply is not asked again", async () => {
		const { terminal, clock, virtual } = open({ mute: true });
		terminal.start();
		clock.advance(1000);
		virtual.takeWritten();
		expect([await terminal.queryCursor(), virtual.takeWritten()]).toEqual([undefined, ""]);
	});

	test("Escape pressed just before a reply is still Escape", () => {
		const { terminal, virtual, input } = open();
		terminal.start();
		virtual.type("\x1b");
		virtual.type("\x1b[?62;22c\x1b\x1b[A");
		expect(input.map((event) => event.data)).toEqual(["\x1b", "\x1b\x1b[A"]);
	});

	test("a modified F3 is a key when no cursor report is expected", () => {
		const { terminal, virtual, input } = open();
		terminal.start();
		virtual.type("\x1b[1;2R");
		expect(input).toEqual([{ type: "sequence", data: "\x1b[1;2R" }]);
	});

	test("characters split between reads arrive whole", () => {
		const { terminal, virtual, input } = open();
		terminal.start();
		const bytes = new TextEncoder().encode("日");
		virtual.type(bytes.slice(0, 1));
		virtual.type(bytes.slice(1));
		expect(input).toEqual([{ type: "text", data: "日" }]);
	});
});

describe("reports", () => {
	const EVERYTHING = [
		KITTY,
		DARK_BACKGROUND,
		{ query: "\x1b[?2048$p", reply: "\x1b[?2048;2$y\x1b[?5522;2$y\x1b[?2031;2$y" },
		{ query: "\x1b[16t", reply: "\x1b[6;36;18t" },
		{ query: "\x1b]99;", reply: "\x1b]99;i=omp:p=?;p=title,body\x1b\\" },
		{ query: "\x1b[?2048h", reply: "\x1b[48;24;80;864;1440t" },
	];

	verifies("tui:terminal:start-probes", async () => {
		for (const repliesByteByByte of [false, true]) {
			const capabilities = { ...TEST_CAPABILITIES, imageProtocol: "kitty" as const };
			const { virtual, terminal, input } = open({ replies: EVERYTHING, repliesByteByByte }, { capabilities });
			terminal.start();
			await virtual.settle();
			await virtual.settle();
			const written = virtual.takeWritten();
			const asked = [
				"\x1b[?u",
				"\x1b]11;?",
				"\x1b[?2026$p",
				"\x1b[?2031$p",
				"\x1b[?2048$p",
				"\x1b[?5522$p",
				"\x1b]99;",
				"\x1b[16t",
			];
			expect(
				asked.filter((query) => written.indexOf(query) > written.lastIndexOf("\x1b[c") || !written.includes(query)),
			).toEqual([]);
			expect(
				["\x1b[>7u", "\x1b[?2048h", "\x1b[?5522h", "\x1b[?1004h", "\x1b[?2031h"].filter((on) => !written.includes(on)),
			).toEqual([]);
			expect({ cell: terminal.cellSize, notifications: terminal.notificationProtocol, input }).toEqual({
				cell: { width: 18, height: 36 },
				notifications: "osc99",
				input: [],
			});
		}
		const mute = open({ replies: [] });
		mute.terminal.start();
		await mute.virtual.settle();
		const unsupported = mute.virtual.takeWritten();
		expect(["\x1b[>7u", "\x1b[?5522h", "\x1b[?2048h"].filter((on) => unsupported.includes(on))).toEqual([]);
	});

	test("focus of the window", () => {
		const { terminal, virtual, input } = open();
		terminal.start();
		const seen = [terminal.isFocused];
		for (const report of ["\x1b[O", "\x1b[I"]) {
			virtual.type(report);
			seen.push(terminal.isFocused);
		}
		expect([seen, input]).toEqual([[undefined, false, true], []]);
	});

	const base64 = (text: string) => Buffer.from(text).toString("base64");
	const packet = (fields: string, payload = "") => `\x1b]5522;type=read:${fields}${payload && `;${payload}`}\x1b\\`;

	test("an announced paste is requested, an image before text", () => {
		for (const list of [
			packet(`status=DATA:mime=${base64(".")}`, base64("text/plain image/png")),
			packet(`status=DATA:mime=${base64("text/plain")}`) + packet(`status=DATA:mime=${base64("image/png")}`),
		]) {
			const { terminal, virtual, input } = open();
			terminal.start();
			virtual.takeWritten();
			virtual.type(packet("status=OK:pw=c2VjcmV0") + list + packet("status=DONE"));
			expect(virtual.takeWritten()).toBe(
				`\x1b]5522;type=read:pw=c2VjcmV0:name=${base64("Paste event")};${base64("image/png")}\x1b\\`,
			);
			const chunk = (text: string) => packet(`status=DATA:mime=${base64("image/png")}`, base64(text));
			virtual.type(`${packet("status=OK")}${chunk("pic")}${chunk("ture")}${packet("status=DONE")}`);
			expect(input).toEqual([{ type: "image", mimeType: "image/png", data: base64("picture") }]);
		}
	});

	test("text is pasted as before, and a refusal leaves no state behind", () => {
		const { terminal, virtual, input } = open();
		terminal.start();
		const list = packet("status=OK") + packet(`status=DATA:mime=${base64("text/plain")}`) + packet("status=DONE");
		virtual.type(list + packet("status=EPERM"));
		const data = packet(`status=DATA:mime=${base64("text/plain")}`, base64("hi"));
		virtual.type(list + packet("status=OK") + data + packet("status=DONE"));
		expect(input).toEqual([{ type: "paste", data: "hi" }]);
	});
});

describe("abnormal exits", () => {
	test("on process exit, modes are restored at once, last words first", () => {
		const { virtual, terminal } = open();
		terminal.setLastWords(() => "bye\r\n");
		terminal.start();
		terminal.setAlternateScreen(true);
		virtual.takeWritten();
		virtual.raise("exit");
		const written = virtual.takeWritten();
		expect(written.startsWith("\x1b[?1049lbye\r\n\x1b[23;2t")).toBe(true);
		expect(virtual.modes()).toEqual({
			alternateScreen: false,
			bracketedPaste: false,
			autowrap: true,
			mouse: false,
			raw: false,
			reading: false,
		});
	});

	test("on a fatal signal, the terminal is restored and the signal takes its course", () => {
		const { virtual, terminal } = open();
		terminal.start();
		virtual.raise("SIGTERM");
		expect({ raised: virtual.raised, raw: virtual.modes().raw, listeners: virtual.listenerCount() }).toEqual({
			raised: ["SIGTERM"],
			raw: false,
			listeners: 0,
		});
	});

	test("a fatal signal with other handlers is left to them", () => {
		const { virtual, terminal } = open();
		terminal.start();
		virtual.streams.signals.on("SIGTERM", () => {});
		virtual.raise("SIGTERM");
		expect({ raised: virtual.raised, raw: virtual.modes().raw }).toEqual({ raised: [], raw: true });
	});

	test("a terminal that is gone is not written to, and nothing throws", async () => {
		const { virtual, terminal } = open();
		terminal.start();
		virtual.isGone = true;
		terminal.write("x");
		terminal.write("y");
		virtual.raise("exit");
		await terminal.stop();
		expect(virtual.modes().raw).toBe(false);
	});

	test("Ctrl+Z stops the process, and it resumes", async () => {
		const { virtual, terminal } = open();
		terminal.start();
		await virtual.settle();
		const resumed = terminal.suspend();
		await virtual.settle();
		await virtual.settle();
		expect({ stopped: virtual.stopped, raw: virtual.modes().raw }).toEqual({ stopped: 1, raw: false });
		virtual.raise("SIGCONT");
		await resumed;
		expect(virtual.modes().raw).toBe(true);
	});
});

test("backspace sends Ctrl+Backspace if configured", () => {
	const { terminal, virtual, input } = open({}, { rawBackspaceIsCtrl: true });
	terminal.start();
	virtual.type("\x08");
	expect(input).toEqual([{ type: "sequence", data: "\x1b[127;5u" }]);
});

test("a title cannot contain control sequences", () => {
	const { terminal, virtual } = open();
	terminal.start();
	virtual.takeWritten();
	terminal.setTitle("a\x07\x1b[2Jb\nc");
	expect(virtual.takeWritten()).toBe("\x1b]0;ab c\x07");
});

function count(text: string, part: string): number {
	return text.split(part).length - 1;
}
