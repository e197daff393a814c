import { describe, expect, test } from "bun:test";
import { methods } from "@agentclientprotocol/sdk/unstable";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

describe("tools over ACP", () => {
	verifies("rpc-sdk-acp:acp:tool-updates", async () => {
		await using omp = await ompProject({
			files: { "a.txt": "one\ntwo\nthree\n" },
			replies: [
				toolCalls(
					{ name: "read", arguments: { i: "r", path: "a.txt:2-3" } },
					{ name: "write", arguments: { i: "w", path: "b.txt", content: "fresh\n" } },
					{ name: "search", arguments: { i: "s", pattern: "two" } },
					{ name: "bash", arguments: { i: "b", command: "echo hi" } },
				),
				toolCall("edit", { i: "e", path: "a.txt", edits: [{ old_text: "two", new_text: "2" }] }),
				text("Done."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "edit: { mode: replace }\n");
		await using acp = await acpClient(omp);
		await acp.prompt(await acp.newSession(), "Go");
		const calls = acp.kinds("tool_call").map(({ title, kind, locations }) => ({ title, kind, locations }));
		expect(calls).toMatchObject([
			{
				title: expect.stringMatching(/^read: a\.txt/),
				kind: "read",
				locations: [{ path: `${omp.path}/a.txt`, line: 2 }],
			},
			{ title: "write: b.txt", kind: "edit", locations: [{ path: `${omp.path}/b.txt` }] },
			{ title: "search: two", kind: "search" },
			{ title: "$ echo hi", kind: "execute", locations: [] },
			{ title: "edit: a.txt", kind: "edit", locations: [{ path: `${omp.path}/a.txt` }] },
		]);
		const diffs = acp.kinds("tool_call_update").flatMap(({ content }) => content ?? []);
		expect(diffs.filter(({ type }) => type === "diff")).toEqual([
			{ type: "diff", path: `${omp.path}/b.txt`, oldText: null, newText: "fresh\n" },
			{ type: "diff", path: `${omp.path}/a.txt`, oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" },
		]);
		const last = acp.kinds("tool_call_update").at(-1);
		expect(last).toMatchObject({ status: "completed", locations: [{ path: `${omp.path}/a.txt`, line: 2 }] });
	});

	verifies("rpc-sdk-acp:acp:plan-updates", async () => {
		const init = { op: "init", list: [{ phase: "Work", items: ["Look", "Change", "Leave"] }] };
		await using omp = await ompProject({
			replies: [
				toolCall("todo", { i: "t", ops: [init] }),
				toolCall("todo", {
					i: "t",
					ops: [
						{ op: "done", task: "Look" },
						{ op: "drop", task: "Leave" },
					],
				}),
				text("Done."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "todo: { reminders: false }\n");
		await using acp = await acpClient(omp);
		await acp.prompt(await acp.newSession(), "Go");
		const plans = acp.kinds("plan").map(({ entries }) => entries.map(({ content, status }) => [content, status]));
		expect(plans[0]?.map(([content]) => content)).toEqual(["Look", "Change", "Leave"]);
		expect(plans.at(-1)).toEqual([
			["Look", "completed"],
			["Change", "in_progress"],
			["Leave", "completed"],
		]);
		expect(acp.kinds("plan")[0]?.entries[0]).toMatchObject({ priority: "medium" });
	});

	verifies("rpc-sdk-acp:acp:fs-and-terminal", async () => {
		await using omp = await ompProject({
			files: { "a.txt": "saved\n" },
			replies: [
				toolCall("read", { i: "r", path: "a.txt" }),
				toolCall("edit", { i: "e", path: "a.txt", edits: [{ old_text: "unsaved", new_text: "edited" }] }),
				toolCall("bash", { i: "b", command: "echo hi", env: { COLOR: "red" } }),
				text("Done."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "edit: { mode: replace }\n");
		const asked: Array<[string, unknown]> = [];
		const note = (method: string, params: unknown) => void asked.push([method, params]);
		await using acp = await acpClient(omp, {
			capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
			more: (app) =>
				app
					.onRequest(methods.client.fs.readTextFile, ({ params }) => {
						note("read", params.path);
						return { content: "unsaved buffer\n" };
					})
					.onRequest(methods.client.fs.writeTextFile, ({ params }) => {
						note("write", [params.path, params.content]);
						return {};
					})
					.onRequest(methods.client.terminal.create, ({ params: { sessionId: _, ...params } }) => {
						note("create", params);
						return { terminalId: "t1" };
					})
					.onRequest(methods.client.terminal.waitForExit, () => ({ exitCode: 0 }))
					.onRequest(methods.client.terminal.output, () => ({ output: "hi from the client\n", truncated: false }))
					.onRequest(methods.client.terminal.release, ({ params }) => {
						note("release", params.terminalId);
						return {};
					}),
		});
		expect(await acp.prompt(await acp.newSession(), "Go")).toMatchObject({ stopReason: "end_turn" });
		const path = `${omp.path}/a.txt`;
		expect(asked).toEqual([
			["read", path],
			// Whether the edit applies is looked up before it is asked about.
			["read", path],
			["read", path],
			["write", [path, "edited buffer\n"]],
			[
				"create",
				{
					command: "/bin/bash",
					args: ["-l", "-c", "echo hi"],
					cwd: omp.path,
					outputByteLimit: 51_200,
					env: [
						{ name: "AGENT", value: "1" },
						{ name: "COLOR", value: "red" },
					],
				},
			],
			["release", "t1"],
		]);
		expect(JSON.stringify(omp.model.requests[1])).toContain("unsaved buffer");
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("hi from the client");
		expect(await omp.files.read("a.txt")).toBe("edited buffer\n");
		const shown = acp.kinds("tool_call_update").flatMap(({ content }) => content ?? []);
		expect(shown).toContainEqual({ type: "terminal", terminalId: "t1" });
	});

	test("a cancel kills the command in the client's terminal and releases it", async () => {
		await using omp = await ompProject({ replies: [toolCall("bash", { i: "wait", command: "sleep 600" })] });
		const asked: string[] = [];
		const exit = Promise.withResolvers<{ signal: string }>();
		await using acp = await acpClient(omp, {
			capabilities: { terminal: true },
			more: (app) =>
				app
					.onRequest(methods.client.terminal.create, () => ({ terminalId: "t1" }))
					.onRequest(methods.client.terminal.waitForExit, () => exit.promise)
					.onRequest(methods.client.terminal.output, () => ({ output: "", truncated: false }))
					.onRequest(methods.client.terminal.kill, () => {
						asked.push("kill");
						exit.resolve({ signal: "SIGTERM" });
						return {};
					})
					.onRequest(methods.client.terminal.release, () => {
						asked.push("release");
						return {};
					}),
		});
		const sessionId = await acp.newSession();
		const answer = acp.prompt(sessionId, "Wait");
		await acp.update("tool_call_update", ({ content }) => content?.[0]?.type === "terminal");
		await acp.agent.notify(methods.agent.session.cancel, { sessionId });
		expect(await answer).toMatchObject({ stopReason: "cancelled" });
		expect(asked).toEqual(["kill", "release"]);
	});

	test("a client that fails is done without", async () => {
		await using omp = await ompProject({
			files: { "a.txt": "saved\n" },
			replies: [
				toolCall("read", { i: "r", path: "a.txt" }),
				toolCall("write", { i: "w", path: "b.txt", content: "b\n" }),
				toolCall("bash", { i: "b", command: "cat b.txt" }),
				text("Done."),
			],
		});
		// Offered, but there is no handler behind it.
		const capabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
		await using acp = await acpClient(omp, { capabilities });
		expect(await acp.prompt(await acp.newSession(), "Go")).toMatchObject({ stopReason: "end_turn" });
		expect(acp.kinds("tool_call_update").filter(({ status }) => status === "completed")).toHaveLength(3);
		expect(await omp.files.read("b.txt")).toBe("b\n");
	});
});
