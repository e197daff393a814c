import { expect, test } from "bun:test";
import { join } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ServerDefinition } from "../contract/server-definition.ts";
import { ServerError } from "../contract/server-error.ts";
import { pathToUri } from "../documents/file-uri.ts";
import { isRunning } from "../testing/is-running.ts";
import { clientInfo, oddDefinition, patient } from "../testing/odd-definition.ts";
import { LanguageServerClient } from "./language-server-client.ts";

const root = "/tmp";
const file = "/tmp/a b.odd";
const uri = pathToUri(file);

interface StartedClient extends AsyncDisposable {
	readonly client: LanguageServerClient;
	readonly ends: string[];
}

async function start(behavior = "", changes: Partial<ServerDefinition> = {}): Promise<StartedClient> {
	const ends: string[] = [];
	const client = new LanguageServerClient(oddDefinition(behavior, changes), {
		root,
		env: process.env,
		clientInfo,
		onEnd: (reason) => ends.push(reason),
	});
	await client.initialize(patient);
	return { client, ends, [Symbol.asyncDispose]: () => client.kill() };
}

async function receivedMethods(client: LanguageServerClient): Promise<string[]> {
	const received = (await client.request("odd/received", {}, patient)) as { readonly method: string }[];
	return received.map(({ method }) => method);
}

const askClient = (client: LanguageServerClient, method: string, params: unknown) =>
	client.request("odd/ask", { method, params }, patient);
const haveNotified = (client: LanguageServerClient, method: string, params: unknown) =>
	client.request("odd/notify", { method, params }, patient);

const problemAt = (line: number, character: number) => ({
	range: { start: { line, character }, end: { line, character: character + 3 } },
	message: "ERR is not allowed",
	severity: 1 as const,
	source: "odd",
});

verifies("tools-code-web:lsp:client-protocol", async () => {
	const settings = { css: { validate: true }, "a.b": 1, c: { d: { e: 2 } } };
	await using started = await start("", { settings });
	const { client } = started;
	expect((await receivedMethods(client)).slice(0, 3)).toEqual([
		"initialize",
		"initialized",
		"workspace/didChangeConfiguration",
	]);
	const items = [{ section: "css", scopeUri: uri }, { section: "a.b" }, { section: "c.d.e" }, { section: "none" }, {}];
	expect(await askClient(client, "workspace/configuration", { items })).toEqual({
		result: [{ validate: true }, 1, 2, null, settings],
	});
	expect(await askClient(client, "workspace/workspaceFolders", {})).toEqual({
		result: [{ uri: "file:///tmp", name: "tmp" }],
	});
	for (const method of [
		"window/workDoneProgress/create",
		"workspace/diagnostic/refresh",
		"workspace/codeLens/refresh",
	]) {
		expect(await askClient(client, method, {})).toEqual({ result: null });
	}
	expect(await askClient(client, "made/up", {})).toEqual({
		error: { code: -32_601, message: "Unsupported request: made/up" },
	});
	const abort = new AbortController();
	const aborted = client.request("odd/never", {}, { signal: abort.signal });
	abort.abort(new Error("the user stopped it"));
	await expect(aborted).rejects.toThrow("the user stopped it");
	expect((await receivedMethods(client)).slice(-3)).toEqual(["odd/never", "$/cancelRequest", "odd/received"]);
	await client.shutdown();
	await until(() => !isRunning(client.pid));
	await expectKilledWithHost();
});

/** Also when nothing of the host can run any more. */
async function expectKilledWithHost(): Promise<void> {
	const host = Bun.spawn([process.execPath, join(import.meta.dir, "../testing/pool-host.ts")], { stdout: "pipe" });
	const { value } = await host.stdout.getReader().read();
	const pids: number[] = JSON.parse(new TextDecoder().decode(value));
	expect(pids.map(isRunning)).toEqual([true, true]);
	host.kill("SIGKILL");
	await until(() => !pids.some(isRunning));
}

test("a request fails with what the server answers, after its time, and when the server ends", async () => {
	await using started = await start();
	const { client, ends } = started;
	await expect(client.request("no/such", {}, patient)).rejects.toEqual(
		new ServerError("response", "no no/such", { code: -32_601 }),
	);
	await expect(client.request("odd/never", {}, { ...patient, timeoutMs: 20 })).rejects.toThrow(
		"LSP request odd/never timed out after 20ms",
	);
	const message = "The language server odd has ended: it exited with code 9";
	await expect(client.request("odd/crash", {}, patient)).rejects.toThrow(message);
	await expect(client.request("odd/received", {}, patient)).rejects.toThrow(message);
	await expect(client.diagnostics(file, patient)).resolves.toBeUndefined();
	expect(ends).toEqual(["it exited with code 9"]);
});

test("requests of a server before it has answered initialize are answered, and answers that nobody asked for dropped", async () => {
	await using started = await start("asks-early", { settings: { a: { b: "early" } } });
	const { experimental } = started.client.capabilities;
	expect(experimental).toMatchObject([{ result: ["early"] }, { error: { code: -32_601 } }]);
	expect(started.client.log).toContain("answers requests that nobody sent");
});

for (const encoding of ["utf-16", "utf-8", "utf-32"]) {
	test(`changes and diagnostics are right in lines with wide characters, counted in ${encoding}`, async () => {
		await using started = await start(encoding);
		const { client } = started;
		const texts = [
			"a\nüé😀 ERR b\nc",
			"a\nüé😀😁 x ERR b\nc",
			"a\r\nüé😁 x ERR b\nc\n",
			"",
			"😀ERR",
			"😁ERR",
			"x\r\nERR",
		];
		for (const text of texts) {
			client.sync(file, text);
			expect(await client.request("odd/text", { uri }, patient)).toBe(text);
			const line = text.split("\n").findIndex((lineText) => lineText.includes("ERR"));
			const column = text.split("\n")[line]?.indexOf("ERR") ?? -1;
			expect(await client.diagnostics(file, patient)).toEqual(line < 0 ? [] : [problemAt(line, column)]);
		}
		const position = { line: 0, character: 4 };
		expect(client.fromServerPosition(client.toServerPosition(position, "üé😀x"), "üé😀x")).toEqual(position);
	});
}

test("only what changed is sent, all of it to a server that wants that, and nothing for the same text", async () => {
	for (const [behavior, change] of [
		["", { range: { start: { line: 1, character: 1 }, end: { line: 1, character: 2 } }, text: "X" }],
		["full", { text: "abc\ndXf" }],
	] as const) {
		await using started = await start(behavior);
		const { client } = started;
		expect([client.sync(file, "abc\ndef"), client.sync(file, "abc\ndef"), client.sync(file, "abc\ndXf")]).toEqual([
			1, 1, 2,
		]);
		const received = (await client.request("odd/received", {}, patient)) as object[];
		expect(received.slice(-2)[0]).toMatchObject({
			method: "textDocument/didChange",
			params: { textDocument: { uri, version: 2 }, contentChanges: [change] },
		});
	}
});

test("diagnostics of older versions are ignored, and those that come in parts are waited for", async () => {
	for (const behavior of ["old-versions", "in-parts"]) {
		await using started = await start(behavior);
		const { client } = started;
		client.sync(file, "ERR");
		expect(await client.diagnostics(file, patient)).toEqual([problemAt(0, 0)]);
		client.sync(file, "fixed");
		expect(client.knownDiagnostics(file)).toBeUndefined();
		expect(await client.diagnostics(file, patient)).toEqual([]);
		expect(client.knownDiagnostics(file)).toEqual([]);
	}
});

test("without an answer in time there are no diagnostics, and an abort ends the wait", async () => {
	await using started = await start("silent");
	const { client } = started;
	client.sync(file, "ERR");
	expect(await client.diagnostics(file, { ...patient, timeoutMs: 20 })).toBeUndefined();
	const abort = new AbortController();
	const waiting = client.diagnostics(file, { signal: abort.signal, timeoutMs: 60_000 });
	abort.abort(new Error("stopped"));
	await expect(waiting).rejects.toThrow("stopped");
	const ending = client.diagnostics(file, { ...patient, timeoutMs: 60_000 });
	void client.kill();
	await expect(ending).rejects.toThrow("The language server odd has ended");
});

test("pulled diagnostics are asked for again when interrupted, kept while unchanged, and bring those of other files", async () => {
	await using started = await start("pull");
	const { client } = started;
	client.sync(file, "x ERR");
	expect(await client.diagnostics(file, patient)).toEqual([problemAt(0, 2)]);
	expect(await client.diagnostics(file, patient)).toEqual([problemAt(0, 2)]);
	expect(client.knownDiagnostics(`${file}.related`)).toEqual([{ ...problemAt(0, 0), message: "came along" }]);
	client.sync(file, "x");
	expect(client.knownDiagnostics(file)).toBeUndefined();
	expect(await client.diagnostics(file, patient)).toEqual([]);
	const pulls = (await receivedMethods(client)).filter((method) => method === "textDocument/diagnostic");
	expect(pulls).toHaveLength(4);
});

test("a server that registers only later that it wants to be asked is asked then, again after a refresh", async () => {
	await using started = await start("silent");
	const { client } = started;
	client.sync(file, "x ERR");
	const waiting = client.diagnostics(file, { ...patient, timeoutMs: 20_000 });
	const registrations = [{ id: "d", method: "textDocument/diagnostic", registerOptions: { documentSelector: null } }];
	await askClient(client, "client/registerCapability", { registrations });
	await askClient(client, "workspace/diagnostic/refresh", null);
	expect(await waiting).toEqual([problemAt(0, 2)]);
});

test("of 100,000 diagnostics at once 2,000 are kept", async () => {
	await using started = await start("floods");
	const { client } = started;
	client.sync(file, "x");
	const diagnostics = await client.diagnostics(file, { ...patient, timeoutMs: 20_000 });
	expect([diagnostics?.length, diagnostics?.[0]?.code]).toEqual([2000, 0]);
	expect(await client.request("odd/text", { uri }, patient)).toBe("x");
}, 30_000);

test("capabilities can be registered and taken back", async () => {
	await using started = await start();
	const { client } = started;
	const formats = () => [client.supports("textDocument/formatting"), client.supports("textDocument/formatting", file)];
	expect(formats()).toEqual([false, false]);
	const registration = (documentSelector: unknown) => ({
		registrations: [{ id: "1", method: "textDocument/formatting", registerOptions: { documentSelector } }],
	});
	await askClient(client, "client/registerCapability", registration([{ language: "go" }]));
	expect(formats()).toEqual([true, false]);
	await askClient(client, "client/registerCapability", registration([{ scheme: "file", pattern: "**/*.odd" }]));
	expect(formats()).toEqual([true, true]);
	expect(client.capabilities.documentFormattingProvider).toBeDefined();
	const unregisterations = [{ id: "1", method: "textDocument/formatting" }];
	await askClient(client, "client/unregisterCapability", { unregisterations });
	expect(formats()).toEqual([false, false]);
	expect([client.supports("textDocument/prepareRename"), client.supports("rust-analyzer/expandMacro")]).toEqual([
		true,
		true,
	]);
});

test("saved and changed files are reported where the server watches them", async () => {
	await using started = await start();
	const { client } = started;
	const watchers = [
		{ globPattern: "**/*.odd" },
		{ globPattern: { baseUri: "file:///tmp/x", pattern: "*.txt" }, kind: 4 },
	];
	const registrations = [{ id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } }];
	await askClient(client, "client/registerCapability", { registrations });
	client.sync(file, "a");
	client.saved(file, "b");
	client.changedOnDisk([
		{ path: "/tmp/x/a.txt", kind: "deleted" },
		{ path: "/tmp/x/b.txt", kind: "created" },
		{ path: "/tmp/y.txt", kind: "deleted" },
	]);
	const received = (await client.request("odd/received", {}, patient)) as { method: string; params: unknown }[];
	expect(received.slice(-5, -1)).toMatchObject([
		{ method: "textDocument/didChange" },
		{ method: "textDocument/didSave", params: { textDocument: { uri }, text: "b" } },
		{ method: "workspace/didChangeWatchedFiles", params: { changes: [{ uri, type: 2 }] } },
		{ method: "workspace/didChangeWatchedFiles", params: { changes: [{ uri: "file:///tmp/x/a.txt", type: 3 }] } },
	]);
});

test("edits that a server asks for go to whoever applies them, and are refused without anybody", async () => {
	await using started = await start();
	const { client } = started;
	const edit = { changes: {} };
	expect(await askClient(client, "workspace/applyEdit", { edit })).toEqual({
		result: { applied: false, failureReason: "No edit was asked for" },
	});
	const applied: unknown[] = [];
	client.onApplyEdit = async (...args) => {
		applied.push(args);
		return { applied: true };
	};
	expect(await askClient(client, "workspace/applyEdit", { edit, label: "Fix" })).toEqual({ result: { applied: true } });
	expect(applied).toEqual([[edit, "Fix"]]);
	client.onApplyEdit = () => Promise.reject(new Error("the disk is full"));
	expect(await askClient(client, "workspace/applyEdit", { edit })).toEqual({
		result: { applied: false, failureReason: "the disk is full" },
	});
});

test("loading is waited for while the server reports it, and later work delays nobody", async () => {
	await using started = await start();
	const { client } = started;
	const progress = (token: string, value: object) => haveNotified(client, "$/progress", { token, value });
	await progress("load", { kind: "begin", title: "Indexing", percentage: 0 });
	await progress("load", { kind: "report", message: "3/10", percentage: 30 });
	expect(client.progress).toBe("Indexing: 3/10 (30%)");
	let isLoaded = false;
	const loaded = client.projectLoaded(patient).then(() => {
		isLoaded = true;
	});
	await client.request("odd/received", {}, patient);
	expect(isLoaded).toBe(false);
	await progress("load", { kind: "end" });
	await loaded;
	await progress("check", { kind: "begin", title: "Checking" });
	await client.projectLoaded(patient);
});

test("a server that reports no progress has nothing to load, and one that never ends has a limit", async () => {
	await using quiet = await start();
	await quiet.client.projectLoaded(patient);
	await using busy = await start("", { readyTimings: { timeoutMs: 50 } });
	await haveNotified(busy.client, "$/progress", { token: 1, value: { kind: "begin", title: "Loading" } });
	await busy.client.projectLoaded(patient);
	expect(busy.client.progress).toBe("Loading");
});

test("messages of the server are in its log, the last ones of a flood", async () => {
	await using started = await start();
	const { client } = started;
	for (let count = 0; count < 1000; count++)
		void haveNotified(client, "window/logMessage", { type: 3, message: `line ${count}` });
	expect(await askClient(client, "window/showMessageRequest", { message: "Restart?", actions: [] })).toEqual({
		result: null,
	});
	expect(client.log.split("\n").slice(-2)).toEqual(["line 999", "Restart?"]);
	expect(client.log.split("\n").length).toBeLessThanOrEqual(200);
});

test("the least recently used documents are closed when there are very many", async () => {
	await using started = await start("silent");
	const { client } = started;
	for (let count = 0; count < 201; count++) client.sync(`/tmp/${count}.odd`, "x");
	expect([client.openFiles, client.isOpen("/tmp/0.odd"), client.isOpen("/tmp/1.odd")]).toEqual([200, false, true]);
	expect(() => client.sync(file, "x".repeat(17 * 1024 * 1024))).toThrow("too large for a language server");
});
