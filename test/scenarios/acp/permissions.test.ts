import { describe, expect, test } from "bun:test";
import { type CreateElicitationRequest, methods } from "@agentclientprotocol/sdk/unstable";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const run = (command: string) => toolCall("bash", { i: "run it", command });

const exists = (omp: OmpProject, name: string) => Bun.file(omp.files.file(name)).exists();

describe("permissions over ACP", () => {
	verifies("rpc-sdk-acp:acp:permission", async () => {
		const answers = ["allow_once", "reject_once", "allow_always", "reject_always"];
		await using omp = await ompProject({
			replies: [
				run("echo one > one"),
				run("echo two > two"),
				run("echo three > three"),
				run("echo four > four"),
				toolCall("edit", { i: "change", path: "a.txt", edits: [{ old_text: "old", new_text: "new" }] }),
				toolCall("edit", { i: "change", path: "a.txt", edits: [{ old_text: "old", new_text: "new" }] }),
				text("Done."),
			],
			files: { "a.txt": "old\n" },
		});
		await omp.home.write(".omp/agent/config.yml", "edit: { mode: replace }\n");
		await using acp = await acpClient(omp, { permit: () => answers.shift() ?? "allow_once" });
		const sessionId = await acp.newSession();
		expect(await acp.prompt(sessionId, "Go")).toMatchObject({ stopReason: "end_turn" });
		expect(acp.permissions.map(({ toolCall }) => toolCall.title)).toEqual([
			"$ echo one > one",
			"$ echo two > two",
			"$ echo three > three",
			"edit: a.txt",
		]);
		expect(acp.permissions[0]).toMatchObject({
			sessionId,
			toolCall: { kind: "execute", status: "pending", rawInput: { command: "echo one > one" } },
			options: [
				{ optionId: "allow_once", kind: "allow_once" },
				{ optionId: "allow_always", kind: "allow_always" },
				{ optionId: "reject_once", kind: "reject_once" },
				{ optionId: "reject_always", kind: "reject_always" },
			],
		});
		const ends = acp.kinds("tool_call_update").filter(({ status }) => status === "completed" || status === "failed");
		expect(ends.map(({ status }) => status)).toEqual([
			"completed",
			"failed",
			"completed",
			"completed",
			"failed",
			"failed",
		]);
		const made = await Promise.all(["one", "two", "three", "four"].map((name) => exists(omp, name)));
		expect(made).toEqual([true, false, true, true]);
		expect(await omp.files.read("a.txt")).toBe("old\n");
		expect(JSON.stringify(omp.model.requests[2])).toContain("denied by user");
	});

	test("yolo that was asked for asks nothing", async () => {
		await using omp = await ompProject({ replies: [run("echo one > one"), text("Done.")] });
		await using acp = await acpClient(omp, { args: ["--yolo"], permit: () => "reject_once" });
		await acp.prompt(await acp.newSession(), "Go");
		expect([acp.permissions.length, await exists(omp, "one")]).toEqual([0, true]);
	});

	test("a cancel while the question is open ends the prompt, and nothing runs", async () => {
		await using omp = await ompProject({ replies: [run("echo one > one")] });
		const { promise: never } = Promise.withResolvers<string>();
		await using acp = await acpClient(omp, { permit: () => never });
		const sessionId = await acp.newSession();
		const answer = acp.prompt(sessionId, "Go");
		await until(() => acp.permissions[0]);
		await acp.agent.notify(methods.agent.session.cancel, { sessionId });
		expect(await answer).toMatchObject({ stopReason: "cancelled" });
		expect(acp.kinds("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
		expect(await exists(omp, "one")).toBe(false);
	});

	test("the outcome cancelled is no permission", async () => {
		await using omp = await ompProject({ replies: [run("echo one > one"), text("Then not.")] });
		await using acp = await acpClient(omp, { permit: () => "cancelled" });
		await acp.prompt(await acp.newSession(), "Go");
		expect(await exists(omp, "one")).toBe(false);
	});

	verifies("rpc-sdk-acp:acp:never-silently-allowed", async () => {
		await using omp = await ompProject({
			replies: [run("echo one > one"), toolCall("write", { i: "w", path: "two", content: "x" }), text("Then not.")],
		});
		const permit = () => Promise.reject(new Error("this client cannot ask"));
		await using acp = await acpClient(omp, { args: ["--approval-mode", "always-ask"], permit });
		expect(await acp.prompt(await acp.newSession(), "Go")).toMatchObject({ stopReason: "end_turn" });
		expect([await exists(omp, "one"), await exists(omp, "two")]).toEqual([false, false]);
	});

	verifies("rpc-sdk-acp:acp:elicitation", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("write", { i: "w", path: "two", content: "x" }),
				toolCall("ask", {
					i: "ask",
					questions: [{ id: "color", question: "Which color?", options: [{ label: "Red" }, { label: "Blue" }] }],
				}),
				text("Blue it is."),
			],
		});
		const asked: CreateElicitationRequest[] = [];
		await using acp = await acpClient(omp, {
			args: ["--approval-mode", "always-ask"],
			capabilities: { elicitation: { form: {} } },
			more: (app) =>
				app.onRequest(methods.client.elicitation.create, ({ params }) => {
					asked.push(params);
					return { action: "accept", content: { value: asked.length === 1 ? "Approve" : "Blue" } };
				}),
		});
		await acp.prompt(await acp.newSession(), "Go");
		expect(asked).toMatchObject([
			{
				mode: "form",
				message: expect.stringContaining("Allow tool: write"),
				requestedSchema: {
					type: "object",
					properties: { value: { type: "string", enum: ["Approve", "Deny"] } },
					required: ["value"],
				},
			},
			{ mode: "form", message: expect.stringContaining("Which color?") },
		]);
		expect(await exists(omp, "two")).toBe(true);
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Blue");
		expect(acp.permissions).toEqual([]);
	});

	test("dialogs of an extension are forms, and it knows in which mode it is", async () => {
		await using omp = await ompProject();
		const source = `export default function (pi) {
			pi.registerCommand("choose", { description: "Choose", handler: async (_args, ctx) => {
				const { ui } = ctx;
				const given = [ctx.mode, ctx.hasUI, await ui.select("Which?", ["a", "b"]), await ui.confirm("Sure?", "Really?"),
					await ui.input("Name", "somebody"), await ui.editor("Text", "begin")];
				require("node:fs").writeFileSync("given.json", JSON.stringify(given));
			} });
		}`;
		await omp.home.write(".omp/agent/extensions/chooser.ts", source);
		const asked: CreateElicitationRequest[] = [];
		const answers = [{ value: "b" }, { value: "Yes" }, undefined, { value: "the text" }];
		await using acp = await acpClient(omp, {
			capabilities: { elicitation: { form: {} } },
			more: (app) =>
				app.onRequest(methods.client.elicitation.create, ({ params }) => {
					const content = answers[asked.push(params) - 1];
					return content ? { action: "accept", content } : { action: "decline" };
				}),
		});
		const sessionId = await acp.newSession();
		const { availableCommands } = await acp.update("available_commands_update", (update) =>
			update.availableCommands.some(({ name }) => name === "choose"),
		);
		expect(availableCommands.find(({ name }) => name === "choose")).toEqual({ name: "choose", description: "Choose" });
		await acp.prompt(sessionId, "/choose");
		expect(asked.map(({ message }) => message)).toEqual(["Which?", "Sure?\nReally?", "Name", "Text"]);
		expect(asked.map((request) => "requestedSchema" in request && request.requestedSchema)).toMatchObject([
			{ properties: { value: { enum: ["a", "b"] } } },
			{ properties: { value: { enum: ["Yes", "No"] } } },
			{ properties: { value: { description: "somebody" } } },
			{ properties: { value: { default: "begin" } } },
		]);
		expect(JSON.parse(await omp.files.read("given.json"))).toEqual(["acp", true, "b", true, null, "the text"]);
	});

	test("a plan is reviewed with a permission where there are no forms", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("write", { i: "plan", path: "local://go-plan.md", content: "1. Say hello\n" }),
				toolCall("resolve", { i: "hand in", action: "apply", reason: "ready", extra: { title: "go" } }),
			],
		});
		await using acp = await acpClient(omp, { permit: () => "refine" });
		const sessionId = await acp.newSession();
		await acp.agent.request(methods.agent.session.setMode, { sessionId, modeId: "plan" });
		expect(await acp.prompt(sessionId, "Plan it")).toMatchObject({ stopReason: "end_turn" });
		expect(acp.permissions).toMatchObject([
			{ toolCall: { kind: "switch_mode", title: 'Approve plan "go" and start implementation?' } },
		]);
		expect(acp.kinds("current_mode_update").map(({ currentModeId }) => currentModeId)).toEqual(["plan"]);
	});

	verifies("rpc-sdk-acp:acp:plan-mode", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("write", { i: "plan", path: "local://go-plan.md", content: "1. Say hello\n" }),
				toolCall("resolve", { i: "hand in", action: "apply", reason: "ready", extra: { title: "go" } }),
				text("Hello, as planned."),
			],
		});
		const asked: CreateElicitationRequest[] = [];
		await using acp = await acpClient(omp, {
			capabilities: { elicitation: { form: {} } },
			more: (app) =>
				app.onRequest(methods.client.elicitation.create, ({ params }) => {
					asked.push(params);
					return { action: "accept", content: { value: "Approve and execute" } };
				}),
		});
		const sessionId = await acp.newSession();
		await acp.agent.request(methods.agent.session.setMode, { sessionId, modeId: "plan" });
		expect(await acp.prompt(sessionId, "Plan it")).toMatchObject({ stopReason: "end_turn" });
		expect(asked).toMatchObject([
			{
				message: 'Approve plan "go" and start implementation?\n\n1. Say hello\n',
				requestedSchema: { properties: { value: { enum: ["Approve and execute", "Refine plan"] } } },
			},
		]);
		expect(acp.kinds("current_mode_update").map(({ currentModeId }) => currentModeId)).toEqual(["plan", "default"]);
		const said = acp.kinds("agent_message_chunk").map(({ content }) => (content.type === "text" ? content.text : ""));
		expect(said.join("")).toBe("Hello, as planned.");
	});
});
