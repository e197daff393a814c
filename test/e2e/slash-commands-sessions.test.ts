import { expect, test } from "bun:test";
import { mkdir, readdir } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 20_000;
const escapeKey = "\x1b";
const down = "\x1b[B";

verifies(
	"slash-commands:session:resume",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three."), text("Four.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("remember blue", "One.");
		const [first] = await omp.sessions();
		const id = String(first?.[0]?.id);
		await terminal.say("/new", "New session started");
		await terminal.say("hello", "Two.");
		await terminal.say("/resume zzzz", 'Session "zzzz" not found');
		await terminal.say(`/resume ${id.slice(0, 30)}`, "Resumed session");
		await terminal.say("which color?", "Three.");
		expect(JSON.stringify(omp.model.requests[2])).toContain("remember blue");
		await terminal.say("/resume", "Resume Session");
		await terminal.press("\r", "Resumed session");
		await terminal.say("and now?", "Four.");
		expect(JSON.stringify(omp.model.requests[3])).not.toContain("blue");
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:branch",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		await omp.home.write(".omp/agent/config.yml", "doubleEscapeAction: branch\n");
		await using terminal = await atTerminal(omp);
		await terminal.say("first thing", "One.");
		await terminal.say("second thing", "Two.");
		await terminal.say("/branch", "Branch before");
		await terminal.press("\r", "Branched to a new session");
		await until(() => terminal.screen().includes("─ second thing"));
		await terminal.press(" again\r", "Three.");
		const last = JSON.stringify(omp.model.requests[2]);
		expect([last.includes("first thing"), last.includes("Two."), last.includes("second thing again")]).toEqual([
			true,
			false,
			true,
		]);
		expect(await omp.sessions()).toHaveLength(2);
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:fork",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/fork", "Fork failed (session not persisted or cancelled)");
		await terminal.say("hello", "One.");
		await terminal.say("/fork", "✔ Session forked to");
		const [first, second] = await omp.sessions();
		expect(second?.[0]).toMatchObject({ parentSession: first?.[0]?.id });
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:rename",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await terminal.say("/rename Tidy up", "Session renamed to Tidy up.");
		await terminal.press("/rename\r", "Session name");
		await terminal.press(" again\r", "Session renamed to Tidy up again.");
		expect((await omp.sessions())[0]?.[0]).toMatchObject({ title: "Tidy up again", titleSource: "user" });
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:info",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await terminal.say("/session", "Messages: 1 user, 1 assistant");
		for (const part of ["Provider: acme", "Model: acme/a-1", "Endpoint: ", "Cost: $"]) {
			expect(terminal.screen()).toContain(part);
		}
		await terminal.say("/session pin", "No account is logged in to acme.");
		await terminal.say("/session delete", "This cannot be undone.");
		terminal.type(escapeKey);
		await terminal.waitFor("Session kept");
		expect(await omp.sessions()).toHaveLength(1);
		await terminal.say("/session delete", "This cannot be undone.");
		terminal.type(down);
		await terminal.press("\r", "Session deleted: ");
		await until(async () => (await omp.sessions()).length === 0);
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:move",
	async () => {
		const replies = [text("One."), toolCall("bash", { i: "Looking", command: "basename $PWD" }), text("There.")];
		await using omp = await ompProject({ replies });
		await mkdir(`${omp.path}/near/.omp/commands`, { recursive: true });
		await omp.files.write("near/.omp/commands/local.md", "A command of the other folder");
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await terminal.say("/move far", "far does not exist.");
		terminal.type(escapeKey);
		await until(() => !terminal.screen().includes("far does not exist."));
		await terminal.say("/move", "Move session to");
		await terminal.press("near\r", "✔ Session moved to ");
		await terminal.press("/loc", "A command of the other folder (project)");
		terminal.type("\x15");
		await terminal.say("where are you?", "There.");
		expect(JSON.stringify(omp.model.requests[2])).toContain("near");
		const [session] = await omp.sessions();
		expect(session?.[0]).toMatchObject({ cwd: expect.stringContaining("near") });
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:dirs",
	async () => {
		await using omp = await ompProject({ replies: [text("Seen.")] });
		const other = `${omp.home.path}/other`;
		await omp.home.write("other/found-it.txt", "x");
		await using terminal = await atTerminal(omp);
		await terminal.say("/add-dir ~/other", "Added ");
		await terminal.say("/dirs", "(working folder)");
		await terminal.press("look at @found-it", "❯ ../");
		await terminal.press("\t", "/other/found-it.txt");
		terminal.type("\x15");
		await terminal.say("hello", "Seen.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("The workspace now consists of these folders");
		expect((await omp.sessions())[0]?.[0]).toMatchObject({ additionalDirectories: [other] });
		await terminal.say("/remove-dir ~/other", "Removed ");
		await terminal.say("/remove-dir ~/other", "was not added to the session");
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:todo",
	async () => {
		await using omp = await ompProject({ replies: [text("Noted.")] });
		await using terminal = await atTerminal(omp, { env: { VISUAL: "", EDITOR: "sed -i s/cat/dog/" } });
		await terminal.say("/todo", "No todos.");
		await terminal.say("/todo append feed the cat", "- [/] feed the cat");
		await terminal.say("/todo append wash up", "- [ ] wash up");
		await terminal.say("/todo done wash", "- [x] wash up");
		await terminal.say("/todo edit", "- [/] feed the dog");
		await terminal.say("/todo export list.md", "Todos written to ");
		expect(await omp.files.read("list.md")).toBe("# Tasks\n- [/] feed the dog\n- [x] wash up\n");
		await omp.files.write("TODO.md", "# Later\n- [ ] sleep\n");
		await terminal.say("/todo import", "# Later");
		await terminal.say("/todo copy", "Todos copied to clipboard.");
		await terminal.say("/todo rm sleep", "No todos.");
		await terminal.say("/todo sing", "Usage: /todo");
		await terminal.say("hello", "Noted.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("The user has changed the todo list");
	},
	timeoutMs,
);

verifies(
	"slash-commands:session:jobs",
	async () => {
		const started = toolCall("bash", { i: "Starting", command: "sleep 600", async: true });
		await using omp = await ompProject({ replies: [started, text("It runs.")] });
		await omp.home.write(".omp/agent/config.yml", "async:\n  enabled: true\n");
		await using terminal = await atTerminal(omp);
		await terminal.say("/jobs", "No background jobs.");
		await terminal.say("start it", "It runs.");
		await terminal.say("/jobs", "bg_1  running");
		// Chosen from the list.
		await terminal.press("\r", "Show output");
		await terminal.press("\x1b[B\r", "Stopped bg_1.");
		await terminal.say("/jobs log bg_1", "bg_1  cancelled");
		await terminal.press("/job", "Show background jobs");
	},
	timeoutMs,
);

test(
	"a program that keeps running is listed, shown and stopped",
	async () => {
		const web = {
			i: "Starting",
			op: "start",
			name: "web",
			application: "echo listening; sleep 600",
			ready: { log: "list" },
		};
		await using omp = await ompProject({ replies: [toolCall("launch", web), text("It runs.")] });
		await omp.home.write(".omp/agent/config.yml", "tools:\n  approvalMode: yolo\n");
		await using terminal = await atTerminal(omp);
		await terminal.say("launch the server", "It runs.");
		await terminal.say("/jobs", "process: echo listening; sleep 600");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Background jobs"));
		await terminal.say("/jobs stop web", "Stopped web.");
		await terminal.say("/jobs log web", "Process web was stopped. It last printed:");
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:exit",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		{
			await using terminal = await atTerminal(omp);
			await terminal.say("hello", "One.");
			terminal.type("half a thought");
			await until(() => terminal.screen().includes("─ half a thought"));
			terminal.type("\x04");
			expect((await terminal.exit).code).toBe(0);
		}
		{
			await using terminal = await atTerminal(omp, { args: ["--continue"] });
			await until(() => terminal.screen().includes("─ half a thought"));
			terminal.type("\x15");
			terminal.type("/exit\r");
			expect((await terminal.exit).code).toBe(0);
		}
		const folder = `${omp.agentDir}/sessions`;
		expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith("draft.txt"))).toEqual([]);
	},
	timeoutMs,
);

test(
	"after /new the status line shows the context of an empty session",
	async () => {
		const usage = { inputTokens: 20_000, outputTokens: 10 };
		await using omp = await ompProject({ replies: [text("One.", { usage })] });
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await until(() => /◫ 10\.0%/.test(terminal.screen()));
		await terminal.say("/new", "New session started");
		await until(() => /◫ 0\.0%/.test(terminal.screen()));
	},
	timeoutMs,
);
