// What every cell can call without importing it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import * as path from "node:path";

const host = {
	url: process.env.PI_TOOL_BRIDGE_URL,
	token: process.env.PI_TOOL_BRIDGE_TOKEN,
	session: process.env.PI_TOOL_BRIDGE_SESSION,
};

export function prelude(send) {
	const status = (details) => {
		send({ type: "display", bundle: { "application/x-omp-status": details } });
	};
	return {
		async display(value) {
			send({ type: "display", bundle: await bundleOf(value) });
		},
		print: (...values) => console.log(...values),
		read,
		write,
		env(key, value) {
			if (key === undefined) return { ...process.env };
			if (value !== undefined) process.env[key] = String(value);
			return process.env[key];
		},
		output: (...ids) =>
			callHost("output", { ...trailingOptions(ids), ids: ids.filter((id) => typeof id === "string") }),
		tool: new Proxy({}, { get: (_, name) => (args, more) => callTool(name, args, more) }),
		completion: (prompt, options) => callHost("completion", { model: "default", ...options, prompt }),
		agent: (prompt, { agent_type, ...options } = {}) =>
			callHost("agent", { agent: agent_type ?? "task", ...options, prompt }),
		parallel,
		async pipeline(items, ...stages) {
			let results = [...items];
			for (const stage of stages) results = await parallel(results.map((item) => () => stage(item)));
			return results;
		},
		log: (message) => status({ op: "log", message: String(message) }),
		phase: (title) => status({ op: "phase", title: String(title) }),
		budget: {
			get total() {
				return callHost("budget").then(({ total }) => total);
			},
			spent: async () => (await callHost("budget")).spent,
			remaining: async () => (await callHost("budget")).remaining,
		},
	};
}

/** A value in every form that can be shown; pictures in base64. */
async function bundleOf(given) {
	const value = await given;
	if (typeof value === "string") return { "text/plain": value };
	const bytes = value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value;
	if (bytes instanceof Uint8Array) {
		const kind =
			bytes[0] === 0x89 && bytes[1] === 0x50
				? "image/png"
				: bytes[0] === 0xff && bytes[1] === 0xd8
					? "image/jpeg"
					: undefined;
		if (kind) return { [kind]: Buffer.from(bytes).toString("base64") };
	}
	const plain = { "text/plain": Bun.inspect(value, { colors: false, depth: 4 }) };
	try {
		const json = JSON.stringify(value);
		return json === undefined || bytes instanceof Uint8Array
			? plain
			: { ...plain, "application/json": JSON.parse(json) };
	} catch {
		// Circular values and big integers have no JSON.
		return plain;
	}
}

function localPath(given) {
	if (!given.startsWith("local://")) return given;
	const root = process.env.PI_EVAL_LOCAL_ROOTS;
	if (!root) throw new Error("This session keeps no local:// files");
	const target = path.resolve(root, given.slice("local://".length));
	if (target !== root && !target.startsWith(root + path.sep))
		throw new Error(`local:// paths cannot leave their folder: ${given}`);
	return target;
}

async function read(given, { offset = 1, limit } = {}) {
	const isOther = given.includes("://") && !given.startsWith("local://");
	const text = isOther
		? (await callHost("tool", { name: "read", args: { path: given } })).text
		: await readFile(localPath(given), "utf8");
	if (offset === 1 && limit === undefined) return text;
	const lines = text.split(/(?<=\n)/).slice(offset - 1);
	return (limit === undefined ? lines : lines.slice(0, limit)).join("");
}

async function write(given, content) {
	if (given.includes("://") && !given.startsWith("local://"))
		throw new Error(`Only files and local:// can be written: ${given}`);
	const target = localPath(given);
	await mkdir(path.dirname(path.resolve(target)), { recursive: true });
	await writeFile(target, content);
	return target;
}

/** Runs the functions beside each other; results in their order, the first failure of that order is thrown. */
async function parallel(thunks) {
	const waiting = [...thunks].map((thunk, index) => ({ thunk, index }));
	const results = [];
	const most = Number(process.env.PI_EVAL_MAX_CONCURRENCY) || waiting.length;
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const { thunk, index } = next;
			results[index] = await Promise.resolve()
				.then(thunk)
				.then(
					(value) => ({ value }),
					(error) => ({ error, failed: true }),
				);
		}
	};
	await Promise.all(Array.from({ length: Math.min(most, waiting.length) }, work));
	const failure = results.find(({ failed }) => failed);
	if (failure) throw failure.error;
	return results.map(({ value }) => value);
}

function trailingOptions(values) {
	const last = values.at(-1);
	return typeof last === "object" ? last : {};
}

async function callHost(op, details = {}) {
	if (!host.url) throw new Error(`${op} is not available in this session`);
	const response = await fetch(host.url, {
		method: "POST",
		headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
		body: JSON.stringify({ session: host.session, op, ...details }),
	});
	const answer = await response.json();
	if (answer.error !== undefined) throw new Error(answer.error);
	return answer.value;
}

/** What a tool answered, as text; `details` and `images` come with it. One value alone is the first argument. */
async function callTool(name, args, more) {
	const isRecord = typeof args === "object" && args !== null && !Array.isArray(args);
	const given = args === undefined || isRecord ? { args: args ?? {} } : { first: args, args: more ?? {} };
	const { text = "", ...rest } = await callHost("tool", { name, ...given });
	return Object.assign(new String(text), { text, ...rest });
}
