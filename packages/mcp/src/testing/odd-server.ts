/** A server on standard input and output that misbehaves as its first argument says. Run by the tests. */
import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";

const [behavior = "", file = ""] = process.argv.slice(2);

interface Message {
	readonly id?: number | string;
	readonly method?: string;
	readonly params?: {
		readonly name?: string;
		readonly uri?: string;
		readonly cursor?: string;
		readonly task?: unknown;
		readonly taskId?: string;
		readonly _meta?: { readonly progressToken?: number };
	};
}

const write = (text: string) => process.stdout.write(text);
const send = (message: object) => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const note = (text: string) => file && behavior !== "waits-for-file" && appendFileSync(file, `${text}\n`);

const extra: object[] = [];
/** Calls that are answered when the client has answered a question. */
const asking = new Map<string, Message["id"]>();
const polls = new Map<string, number>();
const exit = (code: number): void => process.exit(code);

const forever = 2 ** 30;

function initialize(id: Message["id"]): void {
	const result = {
		protocolVersion: behavior === "old" ? "2024-10-07" : "2025-06-18",
		capabilities: { tools: { listChanged: true }, ...(behavior === "has-resources" && { resources: {} }) },
		serverInfo: { name: "odd", version: "1" },
		instructions: "Be kind.",
	};
	switch (behavior) {
		case "never-answers":
			return;
		case "dies-at-once":
			process.stderr.write("no such database\n");
			exit(3);
			return;
		case "garbage":
			write('Listening on port 3000 {not json}\n[1,2]\n{"jsonrpc":"2.0"}\n{broken\n\n');
			write(`{"jsonrpc":"2.0","id":`);
			// Half a line now, the other half later.
			setTimeout(() => write(`${JSON.stringify(id)},"result":${JSON.stringify(result)}}\n`), 20);
			return;
		case "waits-for-file": {
			const timer = setInterval(() => {
				if (!existsSync(file)) return;
				clearInterval(timer);
				send({ id, result });
			}, 10);
			return;
		}
		case "wrong-ids":
			send({ id: 999, result: {} });
			send({ id: "nobody", error: { code: 1, message: "x" } });
			break;
		case "stderr-flood":
			for (let line = 0; line < 20_000; line++) process.stderr.write(`${"e".repeat(200)} ${line}\n`);
			break;
	}
	send({ id, result });
}

/** 200 MB in one line, as fast as they are read. */
async function writeVast(id: Message["id"]): Promise<void> {
	write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`);
	const part = "x".repeat(1024 * 1024);
	for (let count = 0; count < 200; count++) {
		if (!write(part)) await new Promise((resolve) => process.stdout.once("drain", resolve));
	}
	write(`"}]}}\n`);
}

/** Names that collide, with escapes, and schemas that refer to themselves. */
function oddTools(): object[] {
	const node = {
		type: "object",
		properties: { next: { $ref: "#/$defs/node" }, other: { $ref: "http://x.test/none" } },
	};
	return [
		{ name: "same" },
		{ name: "same" },
		{ name: "Same" },
		{ name: "\u001b[31mred\u001b[0m", description: "\u001b]0;title\u0007 sets the title" },
		{ name: "x".repeat(10_000), description: "y".repeat(1_000_000) },
		{ name: "__proto__" },
		{ name: "cyclic", inputSchema: { ...node, $defs: { node } } },
		{ name: "unknown", inputSchema: { type: "hologram", properties: [], required: "all", $schema: 5 } },
	];
}

function call({ id, params }: Message): void {
	switch (params?.name) {
		case "die":
			exit(7);
			return;
		case "huge":
			write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`);
			for (let part = 0; part < 64; part++) write("x".repeat(64 * 1024));
			write(`"}]}}\n`);
			return;
		case "vast":
			void writeVast(id);
			return;
		case "late":
			setTimeout(() => send({ id, result: { content: [{ type: "text", text: "too late" }] } }), 300);
			return;
		case "never":
			return;
		case "flood":
			for (let count = 0; count < 50_000; count++) {
				send({ method: "notifications/message", params: { level: "info", data: count } });
			}
			break;
		case "progress":
			for (const progress of [1, 2]) {
				send({ method: "notifications/progress", params: { progressToken: params._meta?.progressToken, progress } });
			}
			break;
		case "ask-back":
			for (const [index, method] of ["ping", "roots/list", "sampling/createMessage", "made/up"].entries()) {
				send({ id: `back-${index}`, method, params: {} });
			}
			break;
		case "odd-content":
			send({ id, result: { content: ["x", null, { type: "hologram" }, { type: "text", text: "kept" }] } });
			return;
		case "refuse":
			send({ id, error: { code: -32_602, message: "bad arguments" } });
			return;
		case "more":
			extra.push({ name: `extra${extra.length}` });
			send({ method: "notifications/tools/list_changed" });
			break;
		case "ask-user":
			asking.set("ask-user", id);
			send({ id: "ask-user", method: "elicitation/create", params: { message: "Who?", requestedSchema: {} } });
			return;
		case "task": {
			if (!params.task) break;
			const task = { taskId: "t1", status: "working", statusMessage: "begun", pollInterval: 1 };
			send({ id, result: { task } });
			return;
		}
		case "picture":
			send({ id, result: { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] } });
			return;
		case "pid":
			send({ id, result: { content: [{ type: "text", text: String(Bun.spawn(["sleep", "600"]).pid) }] } });
			return;
	}
	send({ id, result: { content: [{ type: "text", text: "ok" }] } });
}

createInterface({ input: process.stdin }).on("line", (line) => {
	note(line);
	const message: Message = JSON.parse(line);
	const { id, method, params } = message;
	if (method === "initialize") initialize(id);
	else if (method === "notifications/initialized" && behavior === "stops-reading") process.stdin.pause();
	else if (method === "tools/list" && behavior === "odd-tools") send({ id, result: { tools: oddTools() } });
	else if (method === "tools/list" && behavior === "many-tools") {
		const inputSchema = { type: "object", properties: { path: { type: "string", description: "The path" } } };
		const tools = Array.from({ length: 5000 }, (_, index) => ({
			name: `tool_${index}`,
			description: `Does the thing number ${index}, in a way that needs some words to say`,
			inputSchema,
		}));
		send({ id, result: { tools } });
	} else if (method === "tools/list" && behavior === "endless-list") {
		send({ id, result: { tools: [{ name: `t${params?.cursor ?? ""}` }], nextCursor: "same" } });
	} else if (method === "tools/list") {
		const page = Number(params?.cursor ?? 0);
		const tools = [
			{ name: behavior === "offers-never" ? "never" : `tool${page}`, inputSchema: { type: "object" } },
			5,
			{ noName: true },
			...(page === 2 ? extra : []),
		];
		send({ id, result: { tools, ...(page < 2 && { nextCursor: String(page + 1) }) } });
	} else if (method === "resources/list") send({ id, result: { resources: [{ uri: "odd://one", name: "one" }] } });
	else if (method === "resources/templates/list") {
		send({ id, result: { resourceTemplates: [{ uriTemplate: "odd://items/{id}", name: "items" }] } });
	} else if (method === "resources/read") {
		send({ id, result: { contents: [{ uri: params?.uri, text: `contents of ${params?.uri}` }] } });
	} else if (method === "tasks/get") {
		const count = (polls.get(params?.taskId ?? "") ?? 0) + 1;
		polls.set(params?.taskId ?? "", count);
		const status = behavior !== "endless-task" && count > 2 ? "completed" : "working";
		send({ id, result: { taskId: params?.taskId, status, statusMessage: `step ${count}`, pollInterval: 1 } });
	} else if (method === "tasks/result") send({ id, result: { content: [{ type: "text", text: "researched" }] } });
	else if (method === undefined && asking.has(String(id))) {
		send({ id: asking.get(String(id)), result: { content: [{ type: "text", text: line }] } });
	} else if (method === "tools/call") call(message);
	else if (method === "ping") send({ id, result: {} });
});
// Some servers do not end when their input does.
setTimeout(() => {}, forever);
