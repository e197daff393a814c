import { expect, setDefaultTimeout } from "bun:test";
import { stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atWork, extension, withPublished } from "./installed.ts";

setDefaultTimeout(60_000);

const runs = (command: string) => toolCall("bash", { i: "Run", command });

withPublished("checkpoint-pi: each turn is kept as a git ref, and branching brings the files back", async () => {
	// It takes its checkpoint beside the turn, so a tool that is faster would change the file first.
	const afterCheckpoint = "until git for-each-ref refs/pi-checkpoints | grep -q .; do sleep 0.05; done";
	const replies = [runs(`${afterCheckpoint}; echo changed > a.txt`), text("Done.")];
	await using at = await atWork("checkpoint-pi", { replies, files: { "a.txt": "alpha\n" }, isRepository: true });
	const { host, omp } = at;
	await at.say("change it");
	const refs = async () => (await omp.files.git("for-each-ref", "refs/pi-checkpoints")).trim().split("\n");
	await until(async () => (await refs()).length >= 2);
	const { data } = await host.ask({ id: "m", type: "get_branch_messages" });
	const [point] = (data as { messages: { entryId: string }[] }).messages;
	host.send({ id: "b", type: "branch", entryId: point?.entryId });
	const asked = await host.frame({ type: "extension_ui_request", method: "select" });
	expect(asked.title).toBe("Restore code state?");
	host.send({ type: "extension_ui_response", id: asked.id, value: "Restore all (files + conversation)" });
	expect(await host.frame({ type: "response", id: "b" })).toMatchObject({ success: true, data: { cancelled: false } });
	await at.shown("notify", "Files restored to checkpoint");
	expect(await omp.files.read("a.txt")).toBe("alpha\n");
	expect(at.errors()).toEqual([]);
});

withPublished(
	"pi-processes: starts and lists processes, wakes the model when one ends, and leaves none behind",
	async () => {
		const replies = [
			toolCall("process", { action: "start", name: "server", command: "echo up; exec sleep 600" }),
			toolCall("process", { action: "list" }),
			text("It runs."),
			toolCall("process", { action: "start", name: "short", command: "until [ -e go ]; do sleep 0.1; done" }),
			text("Started."),
			text("It has ended."),
		];
		await using at = await atWork("@aliou/pi-processes", { replies });
		await at.say("start the server");
		expect(at.lastSent(1)).toMatch(/Started process server \(proc_\w+\) with pid \d+/);
		expect(at.lastSent(2)).toContain("server");
		const pid = Number(/with pid (\d+)/.exec(at.lastSent(1))?.[1]);
		expect(() => process.kill(pid, 0)).not.toThrow();
		await at.say("run the short one");
		// It ends when nothing runs, so that the model has to be woken.
		await at.omp.files.write("go", "");
		await until(() => at.omp.model.requests.length === 6);
		expect(at.lastSent(5)).toContain("short");
		expect(at.errors()).toEqual([]);
		expect(await at.host.end()).toBe(0);
		// What it started ends with the session.
		await until(() => !isAlive(pid));
	},
);

withPublished("pi-processes: a command in the background is blocked, with the reason", async () => {
	const home = {
		".omp/agent/extensions/processes.json": JSON.stringify({ interception: { blockBackgroundCommands: true } }),
	};
	await using at = await atWork("@aliou/pi-processes", { replies: [runs("sleep 5 &"), text("Not so.")], home });
	await at.say("sleep");
	expect(at.lastSent(1)).toContain("process");
	expect(at.lastSent(1)).toContain('"is_error":true');
});

withPublished("rpiv-todo: the model keeps a list, which outlives omp", async () => {
	const replies = [
		toolCall("todo", { action: "create", subject: "Write the tests" }),
		toolCall("todo", { action: "update", id: 1, status: "in_progress", activeForm: "writing" }),
		text("Kept."),
	];
	await using at = await atWork("@juicesharp/rpiv-todo", { replies });
	await at.say("plan");
	expect(at.lastSent(1)).toContain("Write the tests");
	const { tools } = at.omp.model.requests[0] as { tools: { name: string; description: string }[] };
	expect(tools.find(({ name }) => name === "todo")?.description).toContain("\n- Task status is a 4-state machine");
	await at.host.ask({ id: "t", type: "prompt", message: "/todos" });
	await at.shown("notify", "Write the tests");
	await at.host.end();
	const args = [...extension("@juicesharp/rpiv-todo"), "--continue"];
	await using later = rpcHost(at.omp, { args });
	await later.ask({ id: "t", type: "prompt", message: "/todos" });
	const { message } = await later.frame({ method: "notify" });
	expect(message).toContain("Write the tests");
	expect(at.errors()).toEqual([]);
});

withPublished("pi-ralph-wiggum: a loop goes on until its limit", async () => {
	const replies = [toolCall("ralph_done", {}), text("First."), text("Second.")];
	const files = { ".ralph/feature.md": "# Build the feature\n" };
	await using at = await atWork("@tmustier/pi-ralph-wiggum", { replies, files });
	await at.host.ask({ id: "r", type: "prompt", message: "/ralph start feature --max-iterations 2" });
	await at.shown("setStatus", "feature · ▶ active · 🔢 1/2");
	await until(() => at.omp.model.requests.length === 3);
	expect(at.lastSent(0)).toContain("Build the feature");
	expect(at.lastSent(1)).toContain("Iteration 1 complete. Next iteration queued.");
	expect(at.lastSent(2)).toContain("2/2");
	expect(JSON.stringify(at.omp.model.requests[0])).toContain("[RALPH LOOP - feature - Iteration 1/2]");
	await until(async () => (await at.omp.files.read(".ralph/feature.state.json")).includes('"completed"'));
	expect(at.errors()).toEqual([]);
});

withPublished("pi-autoresearch: experiments are run, recorded and committed", async () => {
	const replies = [
		toolCall("init_experiment", { name: "Faster", metric_name: "ms", metric_unit: "ms", direction: "lower" }),
		toolCall("run_experiment", { command: "echo METRIC ms=12" }),
		toolCall("log_experiment", { commit: "abcdefg", metric: 12, status: "keep", description: "baseline" }),
		text("Recorded."),
	];
	const files = { "a.txt": "a\n", ".auto/prompt.md": "# Rules\n" };
	await using at = await atWork("pi-autoresearch", { replies, files, isRepository: true });
	await at.host.ask({ id: "a", type: "prompt", message: "/autoresearch make it faster" });
	await until(() => at.omp.model.requests.length >= 4);
	const offered = (at.omp.model.requests[0] as { tools: { name: string }[] }).tools.map(({ name }) => name);
	expect(offered).toContain("run_experiment");
	expect(at.lastSent(1)).toContain("Experiment initialized");
	expect(at.lastSent(2)).toContain("12");
	const log = await at.omp.files.read(".auto/log.jsonl");
	expect(
		log
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line)),
	).toEqual([
		expect.objectContaining({ type: "config", name: "Faster" }),
		expect.objectContaining({ metric: 12, status: "keep", description: "baseline" }),
	]);
	expect(JSON.stringify(at.omp.model.requests[0])).toContain("Autoresearch Mode (ACTIVE)");
	expect(at.errors()).toEqual([]);
});

withPublished("pi-web-access: fetches a page and answers from it with the model of the session", async () => {
	using server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: () =>
			new Response(
				`<html><head><title>Bees</title></head><body><article><h1>Bees</h1>
				<p>${"A bee visits about a thousand flowers in a day. ".repeat(20)}</p></article></body></html>`,
				{
					headers: { "content-type": "text/html" },
				},
			),
	});
	const url = server.url.href;
	const replies = [
		toolCall("fetch_content", { url }),
		text("Read it."),
		toolCall("fetch_content", { url, mode: "answer", prompt: "How many flowers?" }),
		text("About a thousand."),
		text("Answered."),
	];
	const home = { ".pi/web-search.json": JSON.stringify({ ssrf: { allowRanges: ["127.0.0.0/8"] } }) };
	await using at = await atWork("pi-web-access", { replies, home });
	await at.say("read the page");
	expect(at.lastSent(1)).toContain("A bee visits about a thousand flowers");
	await at.say("ask the page");
	expect(at.lastSent(3)).toContain("How many flowers?");
	expect(at.lastSent(4)).toContain("About a thousand.");
	expect(at.errors()).toEqual([]);
});

withPublished("pi-prompt-template-model: a template has its own model, and the other one comes back", async () => {
	const home = {
		".omp/agent/prompts/deploy.md": "---\ndescription: Deploy\nmodel: acme/a-2\n---\nDeploy to $1 now.\n",
	};
	await using at = await atWork("pi-prompt-template-model", { replies: [text("Deployed."), text("Back.")], home });
	await at.say("/deploy staging");
	expect(at.omp.model.requests[0]).toMatchObject({ model: "a-2" });
	expect(at.lastSent(0)).toContain("Deploy to staging now.");
	await until(async () => {
		const { data } = await at.host.ask({ id: `s${at.host.frames.length}`, type: "get_state" });
		return (data as { model: { id: string } }).model.id === "a-1";
	});
	expect(at.errors()).toEqual([]);
});

withPublished("pi-caffeinate: the machine is kept awake while the model works, not longer", async () => {
	const replies = [stalled(text("Worked."))];
	// In place of the program that keeps a machine awake.
	const inhibit = '#!/bin/sh\necho $$ > "$HOME/awake"\nexec sleep 600\n';
	await using at = await atWork("pi-caffeinate", { replies, home: { "bin/systemd-inhibit": inhibit } });
	await at.host.ask({ id: "p", type: "prompt", message: "work" });
	const pid = Number(await until(() => at.omp.home.read("awake").catch(() => "")));
	expect(isAlive(pid)).toBe(true);
	await at.host.ask({ id: "a", type: "abort" });
	await until(() => !isAlive(pid));
	expect(at.errors()).toEqual([]);
});

withPublished("pi-simplify: the changed files become a prompt", async () => {
	await using at = await atWork("pi-simplify", {
		replies: [text("Simpler.")],
		files: { "a.ts": "a\n" },
		isRepository: true,
	});
	await at.omp.files.write("a.ts", "b\n");
	await at.say("/simplify");
	expect(at.lastSent(0)).toContain("- a.ts (modified)");
	expect(at.errors()).toEqual([]);
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
