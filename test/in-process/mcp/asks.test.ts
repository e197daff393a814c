import { expect, test } from "bun:test";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { scriptedWorkbench } from "../../extending/scripted-workbench.ts";
import { answering, withRichServer } from "./rich-server.ts";

const form = {
	method: "elicitation/create",
	params: {
		message: "Who are you?",
		requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
	},
};
const sampling = {
	method: "sampling/createMessage",
	params: { messages: [{ role: "user", content: { type: "text", text: "Say hi" } }], maxTokens: 10 },
};

test("a server asks the user while its tool runs, and gets the answer", async () => {
	const use = calls({ name: "mcp__rich_ask", arguments: form });
	await using omp = await scriptedWorkbench([use, says("done")]);
	const { dialogs, titles } = answering("Ada");
	omp.workbench.frontEnd.connect({ dialogs });
	await withRichServer(omp);
	await omp.prompt("go");
	expect(titles).toEqual(['MCP server "rich" asks\nWho are you?\n\nname']);
	expect(omp.lastResult()).toContain("Ada");
	expect(omp.lastResult()).toContain("accept");
});

test("without anybody to ask, elicitation is declined and sampling refused", async () => {
	await using omp = await scriptedWorkbench([]);
	const { call } = await withRichServer(omp);
	expect(JSON.parse(await call("ask", form))).toEqual({ action: "decline" });
	expect(await call("ask", sampling)).toContain("User rejected sampling request");
	expect(omp.requests).toEqual([]);
});

test("sampling uses the model after the user has agreed, once or until the end", async () => {
	await using omp = await scriptedWorkbench([says("hi one"), says("hi two")]);
	const { dialogs, titles } = answering("Deny", "Allow once", "Allow until omp exits", "Deny");
	omp.workbench.frontEnd.connect({ dialogs });
	const { call } = await withRichServer(omp);
	expect(await call("ask", sampling)).toContain("User rejected");
	expect(omp.requests).toHaveLength(0);
	expect(JSON.parse(await call("ask", sampling))).toMatchObject({
		role: "assistant",
		content: { type: "text", text: "hi one" },
		stopReason: "endTurn",
	});
	expect(await call("ask", sampling)).toContain("hi two");
	expect(titles).toHaveLength(3);
	expect(titles[0]).toContain("user: Say hi");
	// Agreed for good: nobody is asked, and the model has nothing more to say.
	await call("ask", sampling);
	expect(titles).toHaveLength(3);
	expect(omp.requests.map(({ context }) => context.messages.length)).toEqual([1, 1, 1]);
	expect(omp.session.conversation.messages).toEqual([]);
});

for (const [policy, expected] of [
	["allow", "hi"],
	["deny", "User rejected"],
	["alow", "User rejected"],
] as const) {
	test(`mcp.sampling ${policy} asks nobody`, async () => {
		await using omp = await scriptedWorkbench([says("hi")], { config: `mcp:\n  sampling: ${policy}\n` });
		const { dialogs, titles } = answering("Allow once");
		omp.workbench.frontEnd.connect({ dialogs });
		const { call } = await withRichServer(omp);
		expect(await call("ask", sampling)).toContain(expected);
		expect(titles).toEqual([]);
	});
}

test("a page is opened after the user has agreed, and never one of another scheme", async () => {
	await using omp = await scriptedWorkbench([]);
	const { dialogs, titles, opened } = answering("Open in browser");
	omp.workbench.frontEnd.connect({ dialogs });
	const { call } = await withRichServer(omp);
	const page = (url: string) =>
		call("ask", { method: "elicitation/create", params: { mode: "url", url, message: "Log in", elicitationId: "1" } });
	expect(JSON.parse(await page("https://login.example/x"))).toEqual({ action: "accept" });
	expect(JSON.parse(await page("file:///etc/passwd"))).toEqual({ action: "decline" });
	expect(opened).toEqual(["https://login.example/x"]);
	expect(titles).toHaveLength(1);
});

for (const completes of [false, true]) {
	test(`a call that needs a page is made again ${completes ? "when the server says so" : "when the user says so"}`, async () => {
		const use = calls({ name: "mcp__rich_page", arguments: { url: "https://login.example/", completes } });
		await using omp = await scriptedWorkbench([use, says("done")]);
		const { dialogs, titles, opened } = answering("Open in browser", "Continue");
		const ports = await dialogs();
		omp.workbench.frontEnd.connect({
			dialogs: async () => ({
				...ports,
				// The second question ends by itself.
				select: async (title, choices, options) => {
					if (!completes || !title.startsWith("Continue")) return ports.select(title, choices, options);
					await until(() => options?.signal?.aborted);
					return undefined;
				},
			}),
		});
		await withRichServer(omp);
		await omp.prompt("go");
		expect(opened).toEqual(["https://login.example/"]);
		expect(titles[0]).toContain("Log in");
		expect(omp.lastResult()).toContain("[]");
	});
}

test("a question ends when its call is aborted, or its server ends", async () => {
	const use = calls({ name: "mcp__rich_ask", arguments: form });
	await using omp = await scriptedWorkbench([use, says("done")]);
	const open: AbortSignal[] = [];
	const wait = (_title: string, _more: unknown, options: { signal?: AbortSignal } = {}) => {
		const { promise, resolve } = Promise.withResolvers<undefined>();
		if (options.signal) open.push(options.signal);
		options.signal?.addEventListener("abort", () => resolve(undefined));
		return promise;
	};
	const dialogs = { isTerminal: false, select: wait, input: wait, openUrl: () => {} };
	omp.workbench.frontEnd.connect({ dialogs: async () => dialogs });
	const { call, manager } = await withRichServer(omp);
	const prompt = omp.prompt("go");
	await until(() => open.length === 1);
	await omp.session.conversation.submit({ type: "abort" });
	await prompt;
	await until(() => open[0]?.aborted);
	const asked = call("ask", form).catch(() => "gone");
	await until(() => open.length === 2);
	process.kill(manager.status()[0]?.connection?.pid ?? 0);
	expect(await asked).toBe("gone");
	await until(() => open[1]?.aborted);
});

test("a server that asks too much at a time is not answered", async () => {
	await using omp = await scriptedWorkbench([]);
	const { promise, resolve } = Promise.withResolvers<undefined>();
	const open = () => promise;
	const dialogs = { isTerminal: false, select: open, input: open, openUrl: () => {} };
	omp.workbench.frontEnd.connect({ dialogs: async () => dialogs });
	const { call } = await withRichServer(omp);
	const waiting = Array.from({ length: 5 }, () => call("ask", form));
	const [first, second] = await Promise.all([call("ask", form), call("ask", sampling)]);
	expect(JSON.parse(first)).toEqual({ action: "cancel" });
	expect(second).toContain("Too many requests");
	resolve(undefined);
	expect(new Set(await Promise.all(waiting))).toEqual(new Set(['{"action":"cancel"}']));
});
