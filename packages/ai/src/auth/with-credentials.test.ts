import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AssistantMessage } from "../message.ts";
import type { ModelRegistry } from "../models/registry/registry.ts";
import type { AssistantMessageEvent } from "../reply/event.ts";
import { AssistantMessageEventStream } from "../reply/event-stream.ts";
import { Reply } from "../reply/reply.ts";
import type { StreamFn } from "../stream/stream.ts";
import { startAuthorizationServer, testClientId } from "../testing/authorization-server.ts";
import { testModel, testNow, testProvider, testRegistry } from "../testing/test-registry.ts";
import { withCredentials } from "./with-credentials.ts";

type Answer = "ok" | { status: number; message: string };

/** A provider that responds depending on the key, and records the keys. */
function provider(answerTo: (key: string | undefined) => Answer) {
	const keys: Array<string | undefined> = [];
	const stream: StreamFn = (model, _context, options) => {
		const events = new AssistantMessageEventStream();
		const key = options?.apiKey as string | undefined;
		keys.push(key);
		const answer = answerTo(key);
		const reply = new Reply(model, 0, (event) => events.push(event));
		events.push({ type: "start", partial: reply.message });
		if (answer === "ok") {
			reply.openText("t");
			reply.appendText("t", `hello ${JSON.stringify(model.headers ?? {})}`);
			reply.closeAll();
			events.push({ type: "done", reason: "stop", message: reply.message });
		} else {
			const error: AssistantMessage = {
				...reply.message,
				stopReason: "error",
				errorStatus: answer.status,
				errorMessage: answer.message,
			};
			events.push({ type: "error", reason: "error", error });
		}
		return events;
	};
	return { keys, stream };
}

async function ask(stream: StreamFn, registry: ModelRegistry, model = testModel("acme", "m")) {
	const events: AssistantMessageEvent[] = [];
	const answer = withCredentials(stream, registry, () => testNow)(model, { messages: [] }, { sessionId: "s" });
	for await (const event of answer) events.push(event);
	const final = await answer.result();
	return { types: events.map(({ type }) => type).join(" "), text: final.errorMessage ?? final.content[0] };
}

const account = (name: string) => ({
	access: `at-${name}`,
	refresh: "r",
	expires: testNow + 1e9,
	email: `${name}@example.com`,
});

test("stream: sends the provider's key, and headers with commands resolved", async () => {
	const { keys, stream } = provider(() => "ok");
	await using test = await testRegistry({
		providers: [testProvider("acme", ["m"])],
		env: { TEST_KEY_ACME: "k1", PATH: process.env.PATH ?? "" },
	});
	const model = testModel("acme", "m", { headers: { A: "!echo run" } });
	const { types, text } = await ask(stream, test.registry, model);
	expect([types, text]).toEqual([
		"start text_start text_delta text_end done",
		{ type: "text", text: 'hello {"A":"run"}' },
	]);
	expect(keys).toEqual(["k1"]);
});

verifies("models-and-auth:auth:missing-text", async () => {
	const { keys, stream } = provider(() => "ok");
	await using test = await testRegistry({ providers: [testProvider("acme", ["m"])] });
	expect(await ask(stream, test.registry)).toEqual({
		types: "start error",
		text: "No credentials for acme: log in with /login acme, set TEST_KEY_ACME, or give the provider an apiKey in models.yml.",
	});
	expect(keys).toEqual([]);
});

verifies("ai-streaming:pipeline:missing-key", async () => {
	const { keys, stream } = provider(() => "ok");
	await using locked = await testRegistry({ providers: [testProvider("acme", ["m"])] });
	const refused = await withCredentials(
		stream,
		locked.registry,
		() => testNow,
	)(testModel("acme", "m"), {
		messages: [],
	}).result();
	expect(refused).toMatchObject({ stopReason: "error", errorId: 0x1001000, content: [] });
	expect(refused.errorMessage).toStartWith("No credentials for acme");
	expect(keys).toEqual([]);
	await using open = await testRegistry({ providers: [testProvider("acme", ["m"], { keyless: true })] });
	expect((await ask(stream, open.registry)).types).toEndWith("done");
	expect(keys).toEqual([undefined]);
});

test("stream: an error about a wrong key names its source, not the key", async () => {
	const { keys, stream } = provider(() => ({ status: 401, message: "401 invalid x-api-key" }));
	await using test = await testRegistry({
		providers: [testProvider("acme", ["m"])],
		env: { TEST_KEY_ACME: "sk-wrong" },
	});
	expect(await ask(stream, test.registry)).toEqual({
		types: "start error",
		text: "401 invalid x-api-key\nThe key came from TEST_KEY_ACME.",
	});
	expect(keys).toEqual(["sk-wrong"]);
});

test("stream: on a usage limit the next account is used at once, and the failure is not shown", async () => {
	const spent = new Set<string | undefined>();
	const { keys, stream } = provider((key) =>
		spent.has(key) ? { status: 429, message: "429 usage limit reached" } : "ok",
	);
	await using test = await testRegistry({ providers: [testProvider("acme", ["m"])] });
	const store = await test.registry.store.open();
	for (const name of ["a", "b", "c"]) store.saveLogin("acme", account(name));
	await ask(stream, test.registry);
	spent.add(keys[0]);
	expect((await ask(stream, test.registry)).types).toBe("start text_start text_delta text_end done");
	expect(keys).toHaveLength(3);
	expect(keys[1]).toBe(keys[0]);
	spent.add("at-a").add("at-b").add("at-c");
	const { types, text } = await ask(stream, test.registry);
	expect([types, text]).toEqual(["start error", "429 usage limit reached"]);
	expect(new Set(keys)).toEqual(new Set(["at-a", "at-b", "at-c"]));
});

test("stream: an account that answers although all are blocked is free again, for all who use it", async () => {
	await using test = await testRegistry({ providers: [testProvider("acme", ["m"])] });
	const store = await test.registry.store.open();
	const id = store.saveLogin("acme", account("a"));
	store.block(id, "acme", testNow + 1e6);
	await ask(provider(() => ({ status: 400, message: "400 bad request" })).stream, test.registry);
	expect([...store.blocks("acme").keys()]).toEqual([id]);
	await ask(provider(() => "ok").stream, test.registry);
	expect(store.blocks("acme")).toEqual(new Map());
	// A limit that another request meets while this one is answered holds.
	const meanwhile = provider(() => {
		store.block(id, "acme", testNow + 1e6);
		return "ok";
	});
	await ask(meanwhile.stream, test.registry);
	expect([...store.blocks("acme").keys()]).toEqual([id]);
});

test("stream: an exchanged key is sent until it expires", async () => {
	let now = testNow;
	let given = 0;
	const acme = testProvider("acme", ["m"], {
		exchange: async ({ key }) => ({ key: `${key}-${++given}`, headers: { A: "b" }, expires: now + 1000 }),
	});
	const sent: unknown[] = [];
	const { stream } = provider(() => "ok");
	const spying: StreamFn = (model, context, options) => {
		sent.push([options?.apiKey, options?.headers]);
		return stream(model, context, options);
	};
	await using test = await testRegistry({ providers: [acme], env: { TEST_KEY_ACME: "k" }, now: () => now });
	await ask(spying, test.registry);
	await ask(spying, test.registry);
	now += 1000;
	await ask(spying, test.registry);
	expect(sent).toEqual([
		["k-1", { A: "b" }],
		["k-1", { A: "b" }],
		["k-2", { A: "b" }],
	]);
});

test("stream: other failures are passed on unchanged", async () => {
	const { keys, stream } = provider(() => ({ status: 400, message: "400 bad request" }));
	await using test = await testRegistry({ providers: [testProvider("acme", ["m"])] });
	const store = await test.registry.store.open();
	store.saveLogin("acme", account("a"));
	store.saveLogin("acme", account("b"));
	expect((await ask(stream, test.registry)).text).toBe("400 bad request");
	expect(keys).toHaveLength(1);
});

verifies("models-and-auth:auth:unauthorized-midway", async () => {
	await using server = await startAuthorizationServer();
	const { browserLogin } = await import("./flows/browser.ts");
	const login = server.browserLogin(0);
	const acme = { ...server.provider([login]), ...testProvider("acme", ["m"]), logins: [login] };
	await using test = await testRegistry({
		providers: [acme],
		env: { OMP_OAUTH_CLIENT_ID_ACME: testClientId },
		now: Date.now,
		fetch,
	});
	const store = await test.registry.store.open();
	const logInAs = async (name: string) => {
		const tokens = await browserLogin("acme", login, {
			fetch,
			now: Date.now,
			env: test.host.env,
			clients: {},
			show: () => {},
			ask: async () => new Promise(() => {}),
			openBrowser: (url) => void server.followAsUser(url, name).then((callback) => fetch(callback)),
		});
		store.saveLogin("acme", tokens);
		return tokens.access;
	};
	const alice = await logInAs("alice");
	const onlyOnce = provider((key) => (key === alice ? { status: 401, message: "401 expired" } : "ok"));
	expect((await ask(onlyOnce.stream, test.registry)).types).toEndWith("done");
	expect(onlyOnce.keys).toHaveLength(2);
	expect(server.grants.filter((grant) => grant === "refresh_token")).toHaveLength(1);

	const bob = await logInAs("bob");
	const onlyBob = provider((key) => (key === bob ? "ok" : { status: 401, message: "401 expired" }));
	expect((await ask(onlyBob.stream, test.registry)).types).toEndWith("done");
	expect(onlyBob.keys.at(-1)).toBe(bob);
});
