import { expect, test } from "bun:test";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { gate } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { newSession } from "../../../packages/coding-agent/src/conversation/operations/new-session.ts";
import { hands, subagentSession, task } from "./testing/subagent-session.ts";

test("a job reports to the session that started it, not to the next one", async () => {
	const mayEnd = gate();
	await using team = await subagentSession({
		settings: { "async.enabled": true },
		scripts: { Main: [says("I wait."), says("New here."), says("Still new.")] },
	});
	const { workbench, main } = team;
	await team.prompt("go");
	const old = main.log.file ?? "";
	const job = workbench.jobs.start({
		type: "bash",
		label: "make",
		ownerId: main.id,
		async run() {
			await mayEnd.opened;
			return { text: "built the old thing", isError: false };
		},
	});
	await newSession(main);
	await team.prompt("hello");
	expect(workbench.jobs.list(main.id)).toEqual([]);
	mayEnd.open();
	await until(async () => (await Bun.file(old).text()).includes("built the old thing"));
	expect((await Bun.file(old).text()).includes(job.id)).toBe(true);
	await team.prompt("and now?");
	expect(team.requests("Main")).toHaveLength(3);
	expect(JSON.stringify(team.requests("Main").at(-1))).not.toContain("built the old thing");
});

test("agents of a new session have the names that are asked for", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [task({ name: "Parser", task: "1" }), says("One."), task({ name: "Parser", task: "2" }), says("Two.")],
			Parser: [hands("first"), hands("second")],
		},
	});
	await team.prompt("go");
	await newSession(team.main);
	await team.prompt("again");
	expect(team.lastResult("task")).toContain('id="Parser"');
});

test("a failed job says so to people, and names the agent and what came of it", async () => {
	await using team = await subagentSession({
		settings: { "async.enabled": true },
		scripts: {
			Main: [
				task({ name: "Parser", task: "subtask parser", agent: "task" }),
				says("I wait."),
				says("It failed."),
				says("It failed."),
			],
			Parser: [calls({ name: "yield", arguments: { result: { error: "no grammar found" } } })],
		},
	});
	await team.prompt("go");
	const notice = await until(() =>
		team.main.messages.find((message) => "customType" in message && message.customType === "async-result"),
	);
	expect(notice).toMatchObject({
		details: {
			jobs: [{ jobId: "Parser", type: "task", status: "failed", agent: "task", summary: "no grammar found" }],
		},
	});
	// The card shows a row for each agent and no words for the model.
	expect(team.details("task")).toMatchObject({
		async: { jobIds: ["Parser"] },
		progress: [{ id: "Parser", agent: "task", description: "subtask parser" }],
	});
});
