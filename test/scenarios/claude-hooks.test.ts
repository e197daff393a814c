import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

type Groups = Record<string, unknown>;

const hook = (command: string, more: object = {}) => ({ type: "command", command, ...more });
const settings = (hooks: Groups) => JSON.stringify({ hooks });
/** Keeps what a hook is given. */
const keep = (name: string) => `cat > "$CLAUDE_PROJECT_DIR/${name}.json"`;
const kept = (omp: OmpProject, name: string) => Bun.file(`${omp.path}/${name}.json`).json();
const messages = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);
const bash = (command: string) => toolCall("bash", { i: "Running", command });

async function withUserHooks(hooks: Groups, options: Parameters<typeof ompProject>[0] = {}): Promise<OmpProject> {
	const omp = await ompProject(options);
	await omp.home.write(".claude/settings.json", settings(hooks));
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
	return omp;
}

describe("hooks of Claude Code", () => {
	test("PreToolUse is given the call under Claude's names, and exit code 2 refuses it with what is on stderr", async () => {
		const command = `${keep("pre")}; echo "no touching" >&2; exit 2`;
		await using omp = await withUserHooks(
			{ PreToolUse: [{ matcher: "Bash", hooks: [hook(command)] }] },
			{ replies: [bash("touch ran"), text("ok")] },
		);
		await omp.run(["-p", "go"]);
		expect(await kept(omp, "pre")).toMatchObject({
			hook_event_name: "PreToolUse",
			cwd: omp.path,
			tool_name: "Bash",
			tool_input: { command: "touch ran" },
			permission_mode: "bypassPermissions",
			transcript_path: expect.stringContaining(".jsonl"),
			session_id: expect.any(String),
		});
		expect(messages(omp, 1)).toContain("no touching");
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
	});

	test("matchers name tools exactly or by expression; each file of an edit is asked about", async () => {
		const log = (name: string) => hook(`echo ${name} >> "$CLAUDE_PROJECT_DIR/log"; cat >> "$CLAUDE_PROJECT_DIR/input"`);
		await using omp = await withUserHooks(
			{
				PreToolUse: [
					{ matcher: "Edit|Write", hooks: [log("list")] },
					{ matcher: "Wri.*", hooks: [log("expression")] },
					{ matcher: "Bash", hooks: [log("bash")] },
					{ matcher: "*", hooks: [log("all")] },
				],
			},
			{ replies: [toolCall("write", { i: "W", file_path: "new.txt", content: "x" }), text("ok")] },
		);
		await omp.run(["-p", "go"]);
		const lines = (await Bun.file(`${omp.path}/log`).text()).trim().split("\n");
		expect(lines.toSorted()).toEqual(["all", "expression", "list"]);
		expect(await Bun.file(`${omp.path}/input`).text()).toContain(`"file_path":"${omp.path}/new.txt"`);
	});

	test("a JSON answer denies, changes the input, and allows without a question", async () => {
		const answer = (output: object) => `echo '${JSON.stringify({ hookSpecificOutput: output })}'`;
		const changed = { permissionDecision: "allow", updatedInput: { command: "echo changed > out.txt" } };
		await using omp = await withUserHooks(
			{
				PreToolUse: [
					{ matcher: "Bash", hooks: [hook(answer(changed))] },
					{
						matcher: "Read",
						hooks: [hook(answer({ permissionDecision: "deny", permissionDecisionReason: "secret file" }))],
					},
				],
			},
			{
				replies: [bash("touch original"), toolCall("read", { i: "R", path: "a.txt" }), text("ok")],
				files: { "a.txt": "x" },
			},
		);
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: always-ask }\n");
		await omp.run(["-p", "go"]);
		expect(await Bun.file(`${omp.path}/out.txt`).text()).toBe("changed\n");
		expect(existsSync(`${omp.path}/original`)).toBe(false);
		expect(messages(omp, 2)).toContain("secret file");
	});

	test("`ask` needs an answer of the user, so that nothing runs where nobody can be asked", async () => {
		const ask = `echo '${JSON.stringify({ hookSpecificOutput: { permissionDecision: "ask" } })}'`;
		await using omp = await withUserHooks(
			{ PreToolUse: [{ matcher: "Bash", hooks: [hook(ask)] }] },
			{ replies: [bash("touch ran"), text("ok")] },
		);
		await omp.run(["-p", "go"]);
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
	});

	test("PostToolUse is given the result, and what it says reaches the model", async () => {
		await using omp = await withUserHooks(
			{ PostToolUse: [{ matcher: "Bash", hooks: [hook(`${keep("post")}; echo "format it first" >&2; exit 2`)] }] },
			{ replies: [bash("echo hello"), text("ok")] },
		);
		await omp.run(["-p", "go"]);
		expect(await kept(omp, "post")).toMatchObject({
			tool_name: "Bash",
			tool_response: { stdout: expect.stringContaining("hello"), interrupted: false },
		});
		expect(messages(omp, 1)).toContain("hello");
		expect(messages(omp, 1)).toContain("format it first");
	});

	test("UserPromptSubmit adds context or refuses the prompt; SessionStart adds context, SessionEnd runs at the end", async () => {
		const prompts = `cat > "$CLAUDE_PROJECT_DIR/prompt.json"; grep -q forbidden "$CLAUDE_PROJECT_DIR/prompt.json" && { echo "not that" >&2; exit 2; }; echo the branch is main`;
		const hooks = {
			UserPromptSubmit: [{ hooks: [hook(prompts)] }],
			SessionStart: [
				{ matcher: "startup", hooks: [hook("echo remember the tests")] },
				{ matcher: "resume", hooks: [hook("echo WRONG")] },
			],
			SessionEnd: [{ hooks: [hook(keep("end"))] }],
		};
		await using omp = await withUserHooks(hooks, { replies: [text("ok"), text("never")] });
		await omp.run(["-p", "hello"]);
		expect(messages(omp, 0)).toContain("the branch is main");
		expect(messages(omp, 0)).toContain("remember the tests");
		expect(messages(omp, 0)).not.toContain("WRONG");
		expect(await kept(omp, "prompt")).toMatchObject({ prompt: "hello", hook_event_name: "UserPromptSubmit" });
		expect(await kept(omp, "end")).toMatchObject({ hook_event_name: "SessionEnd", reason: "other" });
		const refused = await omp.run(["-p", "something forbidden"]);
		expect(refused.stderr).toContain("The prompt was not sent: not that");
		expect([refused.exitCode, omp.model.requests.length]).toEqual([1, 1]);
	});

	test("Stop makes the model go on, and is told that it did", async () => {
		const command = `cat > "$CLAUDE_PROJECT_DIR/stop.json"; grep -q '"stop_hook_active":true' "$CLAUDE_PROJECT_DIR/stop.json" || echo '{"decision":"block","reason":"run the tests"}'`;
		await using omp = await withUserHooks(
			{ Stop: [{ hooks: [hook(command)] }] },
			{ replies: [text("done"), text("tested")] },
		);
		const { stdout } = await omp.run(["-p", "go"]);
		expect(stdout).toBe("tested\n");
		expect(messages(omp, 1)).toContain("run the tests");
	});

	test("a hook that fails or takes too long is named, and the work goes on", async () => {
		await using omp = await withUserHooks(
			{ PreToolUse: [{ hooks: [hook("echo broken >&2; exit 1"), hook("sleep 600", { timeout: 0.2 })] }] },
			{ replies: [bash("touch ran"), text("ok")] },
		);
		const { stderr } = await omp.run(["-p", "go"]);
		expect(stderr).toContain("The PreToolUse hook echo broken >&2; exit 1 failed with exit code 1: broken");
		expect(stderr).toContain("The PreToolUse hook sleep 600 was stopped: it took too long");
		expect(existsSync(`${omp.path}/ran`)).toBe(true);
	});

	test("settings that cannot be read are named once with the place, and omp works", async () => {
		await using omp = await ompProject({
			replies: [text("Hi.")],
			files: { ".claude/settings.local.json": '{\n "hooks": [,\n' },
		});
		await omp.home.write(
			".claude/settings.json",
			settings({ Wrong: [], PreToolUse: [{ hooks: [{ type: "prompt" }] }] }),
		);
		const { stderr, stdout } = await omp.run(["-p", "hi"]);
		expect(stdout).toBe("Hi.\n");
		expect(stderr.split("settings.local.json:2:").length, stderr).toBe(2);
		expect(stderr).toContain('omp has no event "Wrong"');
		expect(stderr).toContain("hooks.PreToolUse has a hook that is no command");
	});

	test("a FIFO and a huge file in place of settings are named, and omp works", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")], files: { ".claude/x": "" } });
		await runCommand(["mkfifo", `${omp.path}/.claude/settings.json`]);
		await omp.files.write(".claude/settings.local.json", `{"hooks":{}, "x": "${"x".repeat(2 * 1024 * 1024)}"}`);
		const { stderr, stdout } = await omp.run(["-p", "hi"]);
		expect(stdout).toBe("Hi.\n");
		expect(stderr).toContain(".claude/settings.json is not a regular file");
		expect(stderr).toContain(".claude/settings.local.json is larger than 1 MB");
	});

	test("a project cannot switch off the user's hooks, and the user can switch off all", async () => {
		const hooks = { SessionEnd: [{ hooks: [hook('touch "$CLAUDE_PROJECT_DIR/user"')] }] };
		await using omp = await withUserHooks(hooks, {
			replies: [text("a"), text("b")],
			files: { ".claude/settings.json": JSON.stringify({ disableAllHooks: true }) },
		});
		await omp.run(["-p", "hi"]);
		expect(existsSync(`${omp.path}/user`)).toBe(true);
		await rm(`${omp.path}/user`);
		await omp.home.write(".claude/settings.json", JSON.stringify({ disableAllHooks: true, hooks }));
		await omp.run(["-p", "hi"]);
		expect(existsSync(`${omp.path}/user`)).toBe(false);
	});
});

describe("hooks of a project and trust", () => {
	const files = {
		".claude/settings.json": settings({ SessionStart: [{ hooks: [hook('sh "$CLAUDE_PROJECT_DIR"/.claude/go.sh')] }] }),
		".claude/go.sh": "touch started\n",
	};
	const hasStarted = (omp: OmpProject) => existsSync(`${omp.path}/started`);

	test("unseen: left out and said; accepted: runs; one byte changed, also in its script: left out again, with the difference", async () => {
		await using omp = await ompProject({ files, replies: Array.from({ length: 5 }, () => text("ok")) });
		const first = await omp.run(["-p", "hi"]);
		expect(first.stderr).toContain("Not trusted and left out: .claude/settings.json");
		expect(hasStarted(omp)).toBe(false);
		const shown = await omp.run(["trust", "show"]);
		expect(shown.stdout).toContain("touch started");
		await omp.run(["trust", "allow"]);
		expect((await omp.run(["-p", "hi"])).stderr).not.toContain("Not trusted");
		expect(hasStarted(omp)).toBe(true);
		await rm(`${omp.path}/started`);
		await omp.files.write(".claude/go.sh", "touch started;\n");
		expect((await omp.run(["-p", "hi"])).stderr).toContain("Not trusted and left out: .claude/settings.json");
		expect(hasStarted(omp)).toBe(false);
		const changed = await omp.run(["--trust-required", "-p", "hi"]);
		expect(changed.stderr).toContain("Hooks: .claude/settings.json (changed since you trusted it)");
		expect(changed.stderr).toContain("- touch started");
		expect(changed.stderr).toContain("+ touch started;");
	});

	test("a file that a hook writes is not part of what was trusted", async () => {
		const hooks = { SessionStart: [{ hooks: [hook("echo began >> log; touch log.txt")] }] };
		const own = { ".claude/settings.json": settings(hooks) };
		await using omp = await ompProject({ files: own, replies: [text("ok"), text("ok")] });
		await omp.run(["trust", "allow"]);
		for (const _ of [1, 2]) expect((await omp.run(["-p", "hi"])).stderr).toBe("");
		expect(await Bun.file(`${omp.path}/log`).text()).toBe("began\nbegan\n");
	});

	test("--trust runs them, --no-extensions does not", async () => {
		await using omp = await ompProject({ files, replies: [text("ok"), text("ok")] });
		await omp.run(["--trust", "--no-extensions", "-p", "hi"]);
		expect(hasStarted(omp)).toBe(false);
		await omp.run(["--trust", "-p", "hi"]);
		expect(hasStarted(omp)).toBe(true);
	});

	test("a trusted hook that the model changes refuses calls until it is trusted again", async () => {
		const guard = {
			".claude/settings.json": settings({ PreToolUse: [{ matcher: "Bash", hooks: [hook("sh .claude/guard.sh")] }] }),
			".claude/guard.sh": "exit 2\n",
		};
		await using omp = await ompProject({
			files: guard,
			replies: [
				toolCall("write", { i: "W", path: ".claude/guard.sh", content: "exit 0\n" }),
				bash("touch ran"),
				text("ok"),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
		await omp.run(["trust", "allow"]);
		await omp.run(["-p", "go"]);
		expect(messages(omp, 2)).toContain("changed since you trusted it");
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
	});
});
