import { describe, expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { LineTransport } from "./line-transport.ts";
import { ServedClient, type ServedTools } from "./served-client.ts";

interface Message {
	readonly id?: unknown;
	readonly method?: string;
	readonly params?: Record<string, unknown>;
	readonly result?: Record<string, unknown>;
	readonly error?: { readonly code: number; readonly message: string };
}

/** A client that sends lines, and sees what comes back. */
async function client(
	call: ServedTools["call"] = async () => ({ content: [], isError: false }),
	maxMessageBytes = 1000,
) {
	const received: Message[] = [];
	const problems: string[] = [];
	let isClosed = false;
	const input = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 100 });
	const writer = input.writable.getWriter();
	const tools = {
		list: async () => [{ name: "t", description: "T", inputSchema: { type: "object" } }],
		call,
		async close() {
			isClosed = true;
		},
	};
	const served = new ServedClient({ name: "s", title: "S", version: "1", instructions: "How" }, tools);
	await served.serve(
		new LineTransport({
			input: input.readable,
			write: async (line) => void received.push(JSON.parse(line)),
			onProblem: (problem) => problems.push(problem),
			maxMessageBytes,
		}),
	);
	const raw = (text: string) => writer.write(new TextEncoder().encode(text));
	const send = (message: Message) => raw(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	return {
		received,
		problems,
		served,
		raw,
		send,
		leave: () => writer.close(),
		isClosed: () => isClosed,
		answer: (id: unknown) => until(() => received.find((message) => message.id === id && !message.method)),
		start: async (capabilities: object, protocolVersion = "2025-06-18") => {
			await send({ id: 0, method: "initialize", params: { protocolVersion, capabilities } });
			return until(() => received.find(({ id }) => id === 0));
		},
	};
}

const calls = (id: number, meta?: object): Message => ({
	id,
	method: "tools/call",
	params: { name: "t", arguments: {}, ...(meta && { _meta: meta }) },
});

describe("a served client", () => {
	test("agrees on a version that both know, and offers only tools and logging", async () => {
		for (const [asked, given] of [
			["2025-06-18", "2025-06-18"],
			["2024-11-05", "2024-11-05"],
			["2999-01-01", "2025-11-25"],
		]) {
			const one = await client();
			expect(await one.start({}, asked)).toMatchObject({
				result: {
					protocolVersion: given,
					capabilities: { tools: {}, logging: {} },
					serverInfo: { name: "s", title: "S", version: "1" },
					instructions: "How",
				},
			});
		}
	});

	test("gets answers, errors of tools, and errors of the protocol", async () => {
		const one = await client(async (name) => {
			if (name === "broken") throw new Error("broken inside");
			return name === "t" ? { content: [{ type: "text", text: "done" }], isError: true } : undefined;
		});
		await one.start({});
		await one.send({ id: 1, method: "tools/list" });
		await one.send(calls(2));
		await one.send({ id: 3, method: "tools/call", params: { name: "nope" } });
		await one.send({ id: 4, method: "tools/call", params: { name: "broken" } });
		await one.send({ id: 5, method: "prompts/list" });
		await one.send({ id: 6, method: "logging/setLevel", params: { level: "loud" } });
		await one.send({ id: 7, method: "ping" });
		expect((await one.answer(1)).result).toEqual({
			tools: [{ name: "t", description: "T", inputSchema: { type: "object" } }],
		});
		expect((await one.answer(2)).result).toEqual({ content: [{ type: "text", text: "done" }], isError: true });
		expect((await one.answer(3)).error).toEqual({ code: -32_602, message: "Unknown tool: nope" });
		expect((await one.answer(4)).error).toEqual({ code: -32_603, message: "broken inside" });
		expect((await one.answer(5)).error).toEqual({ code: -32_601, message: "Method not found: prompts/list" });
		expect((await one.answer(6)).error).toMatchObject({ code: -32_602 });
		expect((await one.answer(7)).result).toEqual({});
	});

	test("hears of progress only if it asked, of log lines only at its level, and of neither after the answer", async () => {
		let later = () => {};
		const one = await client(async (_name, _args, { onProgress, log }) => {
			onProgress("a");
			log("info", "quiet");
			log("error", "loud");
			later = () => {
				onProgress("late");
				log("error", "late");
			};
			return { content: [], isError: false };
		});
		await one.start({});
		await one.send({ id: 1, method: "logging/setLevel", params: { level: "warning" } });
		await one.send(calls(2));
		await one.send(calls(3, { progressToken: "p" }));
		await one.answer(2);
		await one.answer(3);
		later();
		await one.send({ id: 4, method: "ping" });
		await one.answer(4);
		const told = one.received.filter(({ method }) => method).map(({ method, params }) => [method, params]);
		expect(told).toEqual([
			["notifications/message", { level: "error", logger: "s", data: "loud" }],
			["notifications/progress", { progressToken: "p", progress: 1, message: "a" }],
			["notifications/message", { level: "error", logger: "s", data: "loud" }],
		]);
	});

	test("is asked with forms only if it has some", async () => {
		for (const [elicitation, hasForms] of [
			[undefined, false],
			[{}, true],
			[{ form: {} }, true],
			[{ url: {} }, false],
			["yes", false],
		] as const) {
			const one = await client(async (_name, _args, { elicit, signal }) => {
				const answer = await elicit?.("Sure?", { type: "object", properties: {} }, signal);
				return { content: [{ type: "text", text: JSON.stringify(answer ?? "not asked") }], isError: false };
			});
			await one.start({ elicitation });
			await one.send(calls(1));
			if (hasForms) {
				const asked = await until(() => one.received.find(({ method }) => method === "elicitation/create"));
				expect(asked.params).toEqual({ message: "Sure?", requestedSchema: { type: "object", properties: {} } });
				await one.send({ id: asked.id, result: { action: "accept", content: { a: 1 } } });
			}
			const said = hasForms ? '{"action":"accept","content":{"a":1}}' : '"not asked"';
			expect((await one.answer(1)).result).toEqual({ content: [{ type: "text", text: said }] });
		}
	});

	test("cancels a call, and by leaving all of them", async () => {
		const aborted: string[] = [];
		const one = await client(
			async (_name, args, { signal }) =>
				new Promise((_resolve, reject) => {
					const end = () => {
						aborted.push(String(args.which));
						reject(signal.reason);
					};
					signal.addEventListener("abort", end, { once: true });
				}),
		);
		await one.start({});
		const call = (id: number) =>
			one.send({ id, method: "tools/call", params: { name: "t", arguments: { which: id } } });
		await call(1);
		await call(2);
		await until(() => one.served.isBusy);
		await one.send({ method: "notifications/cancelled", params: { requestId: 1 } });
		await until(() => aborted.length === 1);
		await one.leave();
		await until(() => one.isClosed());
		expect(aborted).toEqual(["1", "2"]);
		expect(one.received.filter(({ id }) => id === 1 || id === 2)).toEqual([]);
	});

	test("may send and leave: what it asked for is answered first", async () => {
		const one = await client(async () => {
			await Bun.sleep(30);
			return { content: [], isError: false };
		});
		await one.start({});
		await one.send(calls(1));
		await one.leave();
		expect((await one.answer(1)).result).toEqual({ content: [] });
		await until(() => one.isClosed());
	});

	test("sends lines that are too long, broken or in parts: each kind is named once, the rest is answered", async () => {
		const one = await client();
		await one.start({});
		const long = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","x":"${"y".repeat(2000)}"}\n`;
		await one.raw(`garbage\n{"half": \n\n${long(1)}${long(2)}`);
		const ping = '{"jsonrpc":"2.0","id":3,"method":"ping"}\n';
		await one.raw(ping.slice(0, 10));
		await one.raw(ping.slice(10));
		await one.answer(3);
		expect((await one.answer(1)).error?.message).toMatch(/^The request is too large/);
		expect((await one.answer(2)).error?.message).toMatch(/^The request is too large/);
		expect(one.problems).toEqual([
			"The client sent a line that is no JSON-RPC message",
			expect.stringMatching(/^The client sent a message of \d+ bytes, more than 1000$/),
		]);
	});
});
