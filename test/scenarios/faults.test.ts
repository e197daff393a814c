import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** Mounts a small tmpfs, if permitted. */
function smallDisk(path: string, options: string): Disposable | undefined {
	mkdirSync(path, { recursive: true });
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status === 0;
	return mounted ? { [Symbol.dispose]: () => void spawnSync("umount", ["--lazy", path]) } : undefined;
}

/** Stores the sessions of a project on that disk. */
async function sessionsOnDisk(omp: OmpProject, options: string) {
	const folder = omp.home.file("small-disk");
	const disk = smallDisk(folder, options);
	return (
		disk && {
			folder,
			args: ["--session-dir", join(folder, "sessions")],
			[Symbol.dispose]: () => disk[Symbol.dispose](),
		}
	);
}

const canMount = (() => {
	const probe = `${process.env.TMPDIR ?? "/tmp"}/mount-probe-${process.pid}`;
	using disk = smallDisk(probe, "size=16k");
	return disk !== undefined;
})();

/** The only session file. */
async function findSession(omp: OmpProject): Promise<string | undefined> {
	for await (const name of new Bun.Glob("sessions/*/*.jsonl").scan(omp.agentDir)) return join(omp.agentDir, name);
	return undefined;
}

const messagesIn = (file: string) =>
	readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line))
		.flatMap((entry) => (entry.type === "message" ? [entry.message.content[0]?.text] : []));

describe.skipIf(!canMount)("a disk", () => {
	test("that is full is reported, the conversation continues, and no entry is lost", async () => {
		const replies = Array.from({ length: 6 }, (_, index) => text(`${index} ${"x".repeat(9000)}`));
		await using omp = await ompProject({ replies });
		using disk = await sessionsOnDisk(omp, "size=40k");
		await using client = await rpcClient(omp, { args: disk?.args ?? [] });
		const notices: string[] = [];
		client.onSessionEvent((event) => event.type === "notice" && notices.push(event.message));
		for (let count = 0; count < 6; count++) await client.promptAndWait(`question ${count}`);
		const { sessionFile = "", messageCount } = await client.getState();
		expect(messageCount).toBe(12);
		expect(notices).toEqual([
			expect.stringContaining("the disk is full"),
			expect.stringMatching(/^The session continues in .*omp-rescued/),
		]);
		expect(sessionFile).toContain("omp-rescued");
		await client.stop();
		const said = messagesIn(sessionFile);
		expect(said.map((line) => line.slice(0, 10).trim())).toEqual(
			Array.from({ length: 6 }, (_, index) => [`question ${index}`, `${index} xxxxxxxx`]).flat(),
		);
		const again = await omp.run(["--mode", "rpc", "--resume", sessionFile], {
			stdin: '{"id":"s","type":"get_state"}\n',
		});
		expect(again.stdout).toContain('"messageCount":12');
		// By its id it is found where it went on, and is back in its own file once there is room.
		const id = /_([0-9a-f-]{36})/.exec(sessionFile)?.[1] ?? "";
		const resume = async () => {
			const args = ["--mode", "rpc", "--resume", id, ...(disk?.args ?? [])];
			return (await omp.run(args, { stdin: '{"id":"s","type":"get_state"}\n' })).stdout;
		};
		const whileFull = await resume();
		expect(whileFull).toContain(`"sessionFile":${JSON.stringify(sessionFile)}`);
		expect(whileFull).toContain('"messageCount":12');
		spawnSync("mount", ["-o", "remount,size=1m", disk?.folder ?? ""]);
		const original = join(disk?.folder ?? "", "sessions", basename(sessionFile));
		const withRoom = await resume();
		expect(withRoom).toContain(`"sessionFile":${JSON.stringify(original)}`);
		expect(withRoom).toContain('"messageCount":12');
		expect(messagesIn(original)).toEqual(said);
		expect(existsSync(sessionFile)).toBe(false);
	}, 30_000);

	test("that is read-only loses the file, not the reply", async () => {
		await using omp = await ompProject({ replies: [text("Here you are.")] });
		using disk = await sessionsOnDisk(omp, "size=40k");
		spawnSync("mount", ["-o", "remount,ro", disk?.folder ?? ""]);
		const result = await omp.run(["-p", "hi", ...(disk?.args ?? [])]);
		expect(result).toMatchObject({ stdout: "Here you are.\n", exitCode: 0 });
		expect(result.stderr).toContain("writing there is not permitted");
	});
});

test("a session file deleted during a session is reported and rewritten completely", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	await using client = await rpcClient(omp);
	const notices: string[] = [];
	client.onSessionEvent((event) => event.type === "notice" && notices.push(event.message));
	await client.promptAndWait("first");
	const { sessionFile = "" } = await client.getState();
	rmSync(sessionFile);
	await client.promptAndWait("second");
	expect(notices).toEqual(["The session file was deleted and has been written again"]);
	expect(messagesIn(sessionFile)).toEqual(["first", "One.", "second", "Two."]);
});

describe("two writers", () => {
	test("the second names the process that holds the session and suggests a copy", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("In the copy."), text("Two.")] });
		await using client = await rpcClient(omp);
		await client.promptAndWait("first");
		const { sessionFile = "" } = await client.getState();
		const refused = await omp.run(["-p", "--continue", "me too"]);
		expect(refused).toMatchObject({ stdout: "", exitCode: 1 });
		expect(refused.stderr).toBe(
			`Error: The session is in use by process ${client.pid}: ${sessionFile}\nExit that omp first, or continue in a copy: omp --fork ${sessionFile}\n`,
		);
		const copy = await omp.run(["-p", "--fork", sessionFile, "me too"]);
		expect(copy).toMatchObject({ stdout: "In the copy.\n", exitCode: 0 });
		await client.promptAndWait("second");
		await client.stop();
		const sessions = await omp.sessions();
		expect(sessions).toHaveLength(2);
		expect(messagesIn(sessionFile)).toEqual(["first", "One.", "second", "Two."]);
	});

	test("a writer without locking neither loses nor destroys entries", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using client = await rpcClient(omp);
		await client.promptAndWait("first");
		const { sessionFile = "" } = await client.getState();
		const foreign = { type: "custom", customType: "theirs", data: 1, id: "f0f0f0f0", parentId: null, timestamp: "t" };
		writeFileSync(sessionFile, `${JSON.stringify(foreign)}\n`, { flag: "a" });
		await client.promptAndWait("second");
		await client.stop();
		expect(readFileSync(sessionFile, "utf8")).toContain("f0f0f0f0");
		expect(messagesIn(sessionFile)).toEqual(["first", "One.", "second", "Two."]);
	});
});

verifies("cli:session:fork", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")], files: { "other/x": "" } });
	await omp.run(["-p", "first"]);
	const [original] = await omp.sessions();
	const id = String(original?.[0]?.id);
	const forked = await omp.run(["-p", "--fork", id.slice(0, 13), "second"], { cwd: join(omp.path, "other") });
	expect(forked).toMatchObject({ stdout: "Two.\n", exitCode: 0 });
	const sessions = await omp.sessions();
	const copy = sessions.find(([header]) => header?.parentSession === id);
	expect(copy?.[0]).toMatchObject({ cwd: join(omp.path, "other") });
	expect(sessions.find(([header]) => header?.id === id)).toEqual(original);
	expect(await omp.run(["-p", "--fork", id, "--no-session", "x"])).toEqual({
		stdout: "",
		stderr: "Error: --fork requires session persistence\n",
		exitCode: 1,
	});
	expect(await omp.run(["-p", "--fork", "zzzz", "x"])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('Session "zzzz" not found'),
	});
});

describe("after a crash", () => {
	verifies("sessions:persist:session-exit", async () => {
		await using omp = await ompProject({ replies: [toolCall("bash", { i: "wait", command: "sleep 600" })] });
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "tool_execution_start" });
		host.kill("SIGTERM");
		expect(await host.exited).toBe(143);
		const [session] = await omp.sessions();
		expect(session?.at(-1)).toMatchObject({
			type: "custom",
			customType: "session_exit",
			data: {
				reason: "sigterm",
				kind: "signal",
				recordedAt: expect.any(String),
				pendingToolCalls: [
					{ toolCallId: "call_1_1", toolName: "bash", args: { command: "sleep 600" }, intent: "wait" },
				],
			},
		});
	});

	verifies("sessions:load:interrupted-tail", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "wait", command: "touch begun; sleep 600" }), text("And on.")],
		});
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await until(() => existsSync(join(omp.path, "begun")));
		// No exit entry can be written: the log ends with a started call.
		host.kill("SIGKILL");
		await host.exited;
		const [cut] = await omp.sessions();
		const last = cut?.at(-1);
		expect(last).toMatchObject({ customType: "tool_execution_start" });
		const exit = { reason: "uncaught", kind: "fatal", recordedAt: "t", pendingToolCalls: [{ toolName: "bash" }] };
		const entry = { type: "custom", customType: "session_exit", data: exit, id: "e0e0e0e0", parentId: last?.id };
		const file = (await findSession(omp)) ?? "";
		writeFileSync(file, `${JSON.stringify({ ...entry, timestamp: "2026-11-15T00:00:00.000Z" })}\n`, { flag: "a" });
		const { stdout, exitCode } = await omp.run(["-p", "--continue", "and now?"]);
		expect([stdout, exitCode]).toEqual(["And on.\n", 0]);
		const asked = JSON.stringify(omp.model.requests[1]?.messages);
		expect(asked).toMatch(/sleep 600.*may or may not have taken effect.*and now\?/);
		const [resumed] = await omp.sessions();
		expect(resumed?.find(({ parentId }) => parentId === "e0e0e0e0")).toMatchObject({
			message: { role: "assistant", content: [], stopReason: "aborted" },
		});
		expect(asked).toContain("and now?");
	});

	test("a call that was running at a kill is told over RPC and in print mode", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "wait", command: "touch begun; sleep 600" }), text("And on."), text("Still on.")],
		});
		await using killed = rpcHost(omp);
		killed.send({ id: "p", type: "prompt", message: "go" });
		await until(() => existsSync(join(omp.path, "begun")));
		killed.kill("SIGKILL");
		await killed.exited;
		await using host = rpcHost(omp, { args: ["--continue"] });
		const { data } = await host.ask({ id: "m", type: "get_messages" });
		expect(JSON.stringify(data)).toContain("may or may not have taken effect");
		await host.ask({ id: "q", type: "prompt", message: "and now?" });
		await host.frame({ type: "agent_end" });
		await host.end();
		expect(await host.stderr()).toContain("Previous session ended while 1 tool call was running: bash touch begun");
		expect(await omp.run(["-p", "--continue", "and then?"])).toMatchObject({ stdout: "Still on.\n", stderr: "" });
		for (const { messages } of omp.model.requests.slice(1)) {
			expect(JSON.stringify(messages)).toMatch(/tool_use.*sleep 600.*tool_result.*may or may not.*and now\?/);
		}
	});

	verifies("agent-loop:tool:start-marker-persisted", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "look", command: "grep -c tool_execution_start log/*.jsonl" }), text("Seen.")],
		});
		await using client = await rpcClient(omp, { args: ["--session-dir", "log"] });
		await client.promptAndWait("go");
		const result = (await client.getMessages()).find(({ role }) => role === "toolResult");
		// The entry of the call itself contains the text too.
		expect(JSON.stringify(result)).toContain('"text":"2\\n');
	});

	test("a session killed during a reply resumes from the last complete turn", async () => {
		await using omp = await ompProject({ replies: [text("Whole."), stalled(text("Half a sent"), 3), text("On.")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "p", type: "prompt", message: "first" });
		await host.frame({ type: "agent_end" });
		host.send({ id: "q", type: "prompt", message: "second" });
		await host.frame({ type: "message_update" }, { from: host.frames.length });
		host.kill("SIGKILL");
		await host.exited;
		expect((await omp.run(["-p", "--continue", "third"])).stdout).toBe("On.\n");
		const asked = JSON.stringify(omp.model.requests[2]?.messages);
		for (const said of ["first", "Whole.", "second", "third"]) expect(asked).toContain(said);
	});
});
