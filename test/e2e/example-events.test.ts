import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, failure, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { atTerminal, opened } from "./at-terminal.ts";
import { example } from "./example-options.ts";

/** The executable is made once. */
setDefaultTimeout(120_000);

const yolo = ["--approval-mode", "yolo"];
const sent = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]);

describe("examples of events", () => {
	test("prompt shortcuts: in every mode", async () => {
		await using omp = await ompProject({ replies: [text("A."), text("B."), text("C.")] });
		const args = example("prompt-shortcuts");
		expect((await omp.run([...args, "-p", "? why"])).stdout).toBe("A.\n");
		expect(sent(omp, 0)).toContain("In one sentence: why");
		await using host = rpcHost(omp, { args });
		await host.ask({ id: "1", type: "prompt", message: "ping" });
		await host.frame({ method: "notify", message: "pong (rpc)" });
		await host.ask({ id: "2", type: "prompt", message: "?how" });
		await host.frame({ type: "agent_end" });
		expect(sent(omp, 1)).toContain("In one sentence: how");
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.say("/hotkeys", "At the start of a prompt");
		terminal.type("ping\r");
		await terminal.waitFor("pong (interactive)");
		terminal.type("!prod restart\r");
		await terminal.waitFor("Not from here.");
		terminal.type("$ 2 + 2\r");
		await terminal.waitFor("Do that in your head.");
		terminal.type("\x04");
		await terminal.exit;
		expect(omp.model.requests).toHaveLength(2);
	});

	test("project facts: in every mode", async () => {
		const files = { "team-skills/tidy-up/SKILL.md": "---\nname: tidy-up\ndescription: Tidies up\n---\nTidy up." };
		await using omp = await ompProject({ replies: [text("A."), text("B."), text("C."), text("D.")], files });
		const args = example("project-facts");
		expect(await omp.run([...args, "-p", "one"])).toEqual({ stdout: "A.\n", stderr: "", exitCode: 0 });
		expect(sent(omp, 0)).toContain("Answer in British English.");
		expect(sent(omp, 0)).toContain("The branch is none.");
		expect(sent(omp, 0)).toContain("tidy-up");
		expect(omp.model.requests[0]).toMatchObject({ metadata: { user_id: "facts" } });
		await using host = rpcHost(omp, { args });
		for (const id of ["1", "2"]) {
			const from = host.frames.length;
			await host.ask({ id, type: "prompt", message: "hi" });
			await host.frame({ type: "agent_end" }, { from });
		}
		await host.frame({ method: "setStatus", statusKey: "provider", statusText: "200 text/event-stream" });
		// The note of the first prompt is not sent again.
		expect(sent(omp, 2).split("The branch is none.")).toHaveLength(2);
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.say("hi", "D.");
		await terminal.waitFor("200 text/event-stream");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("session guard: asks over RPC and at the terminal", async () => {
		await using omp = await ompProject({ replies: [text("A."), text("B."), text("C.")] });
		const args = example("session-guard");
		expect((await omp.run([...args, "-p", "hi"])).stderr).toBe("");
		await using host = rpcHost(omp, { args });
		for (const [index, confirmed] of [false, true].entries()) {
			const from = host.frames.length;
			host.send({ id: `${index}`, type: "new_session" });
			const asked = await host.frame({ method: "confirm", title: "Leave for another session (new)?" }, { from });
			host.send({ type: "extension_ui_response", id: asked.id, confirmed });
			const { data } = await host.frame({ type: "response", id: `${index}` }, { from });
			expect(data).toEqual({ cancelled: !confirmed });
		}
		const said = await host.frame({ method: "notify" });
		expect(said.message).toMatch(/^new: session /);
		await host.ask({ id: "p", type: "prompt", message: "hi" });
		await host.frame({ type: "agent_end" });
		const { data } = await host.ask({ id: "m", type: "get_branch_messages" });
		const { messages } = data as { messages: { entryId: string }[] };
		const from = host.frames.length;
		host.send({ id: "b", type: "branch", entryId: messages[0]?.entryId });
		const asked = await host.frame({ method: "confirm", title: "Branch here?" }, { from });
		host.send({ type: "extension_ui_response", id: asked.id, confirmed: true });
		await host.frame({ type: "response", id: "b", success: true }, { from });
		const came = await host.frame({ method: "notify" }, { from });
		expect(came.message).toMatch(/^branch: session /);
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.say("hello", "C.");
		terminal.type("/tree\r");
		await terminal.waitFor("Session Tree");
		terminal.type("\x1b[1;3A\r");
		await opened(terminal, "Go to another point?");
		terminal.type("\r");
		await terminal.waitFor("tree: session");
		terminal.type("\x15/new\r");
		await opened(terminal, "Leave for another session (new)?");
		terminal.type("\r");
		await terminal.waitFor("new: session");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("compaction notes: kept over RPC and at the terminal", async () => {
		const long = "A long answer. ".repeat(40);
		await using omp = await ompProject({ replies: Array.from({ length: 20 }, () => text(long)) });
		await omp.home.write(".omp/agent/config.yml", "setupVersion: 1\ncompaction: { keepRecentTokens: 1 }\n");
		const args = example("compaction-notes");
		await using host = rpcHost(omp, { args });
		for (const id of ["0", "1"]) {
			const from = host.frames.length;
			await host.ask({ id, type: "prompt", message: "hi" });
			await host.frame({ type: "agent_end" }, { from });
		}
		await host.ask({ id: "2", type: "prompt", message: "/remember the color is blue" });
		await host.frame({ method: "notify", message: "1 note" });
		const refused = await host.ask({ id: "3", type: "compact", customInstructions: "never" });
		expect(refused.success).toBe(false);
		const from = host.frames.length;
		const done = await host.ask({ id: "4", type: "compact" });
		expect(done).toMatchObject({ success: true });
		expect(sent(omp, 2)).toContain("Keep this: the color is blue");
		const told = await host.frame({ method: "notify" }, { from });
		expect(told.message).toMatch(/^Compacted \d+ tokens; 1 notes are kept/);
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.say("hello", "A long answer.");
		await terminal.say("hello again", "A long answer.");
		await terminal.say("/remember it", "1 note");
		await terminal.say("/compact", "1 notes are kept");
		terminal.type("\x04");
		await terminal.exit;
		expect((await omp.run([...args, "-p", "/remember x"])).exitCode).toBe(0);
	});

	test("until done: goes on in every mode, and shows retries", async () => {
		const makes = () => toolCall("bash", { i: "Make it", command: "touch done" });
		const replies = [text("I think so."), makes(), text("Now it is."), failure(529, "Overloaded"), text("After all.")];
		replies.push(text("Not yet."), toolCall("bash", { i: "Make it", command: "touch other" }), text("At last."));
		await using omp = await ompProject({ replies });
		const args = [...example("until-done"), ...yolo];
		const printed = await omp.run([...args, "--until", "test -e done", "-p", "do it"]);
		expect(printed).toEqual({ stdout: "Now it is.\n", stderr: "", exitCode: 0 });
		expect(sent(omp, 1)).toContain("`test -e done` fails");
		await using host = rpcHost(omp, { args });
		await host.ask({ id: "u", type: "prompt", message: "/until test -e done" });
		await host.frame({ method: "setStatus", statusKey: "until", statusText: "until test -e done" });
		await host.ask({ id: "p", type: "prompt", message: "again" });
		const retried = await host.frame({ method: "setStatus", statusKey: "retry" });
		expect(retried.statusText).toMatch(/^1: .*Overloaded/);
		await host.frame({ type: "agent_end", isTerminal: true });
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.say("/until test -e other", "until test -e other");
		await terminal.say("once more", "At last.");
		expect(sent(omp, 6)).toContain("`test -e other` fails");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("redact: keys do not reach the model", async () => {
		const reads = () => toolCall("read", { path: "./././key.txt" });
		const key = `sk-${"a".repeat(20)}`;
		const replies = [reads(), text("A."), reads(), text("B."), reads(), text("C.")];
		await using omp = await ompProject({ replies, files: { "key.txt": `my key is ${key}\n` } });
		const args = example("redact");
		expect((await omp.run([...args, "-p", "read it"])).stdout).toBe("A.\n");
		await using host = rpcHost(omp, { args });
		await host.ask({ id: "p", type: "prompt", message: "read" });
		await host.frame({ type: "agent_end" });
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.say("read", "C.");
		terminal.type("\x04");
		await terminal.exit;
		for (const index of [1, 3, 5]) {
			expect(sent(omp, index)).toContain("[a key]");
			expect(sent(omp, index)).not.toContain(key);
		}
	});

	test("run log: the events of a run are the same in every mode", async () => {
		const runs = () => toolCall("bash", { i: "Look", command: "echo hi" });
		await using omp = await ompProject({ replies: [runs(), text("A."), runs(), text("B."), runs(), text("C.")] });
		const args = [...example("run-log"), ...yolo];
		const log = async (name: string) => {
			const lines = (await omp.files.read(name)).trim().split("\n");
			return lines.map((line) => JSON.parse(line) as { event: string; mode?: string });
		};
		await omp.run([...args, "-p", "go"], { env: { RUN_LOG: "print.jsonl" } });
		await using host = rpcHost(omp, { args, env: { RUN_LOG: "rpc.jsonl" } });
		await host.ask({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "agent_end" });
		await host.end();
		await using terminal = await atTerminal(omp, { args, env: { RUN_LOG: "tui.jsonl" } });
		await terminal.say("go", "C.");
		terminal.type("\x04");
		await terminal.exit;
		const events: string[][] = [];
		for (const mode of ["print", "rpc", "tui"]) {
			const lines = await log(`${mode}.jsonl`);
			expect(lines[0]).toMatchObject({ event: "session_start", mode, hasUI: mode !== "print" });
			events.push(lines.map(({ event }) => event));
		}
		const [print] = events;
		expect(print?.[0]).toBe("session_start");
		expect(print?.at(-1)).toBe("session_shutdown");
		expect(print).toContain("tool_execution_end");
		expect(events).toEqual([print, print, print].map((each) => each ?? []));
	});

	test("run log: retries, stream rules and compactions are in it", async () => {
		const cut = stalled(
			delivered(text(`First we install lodash and ${"more words ".repeat(20)}`), { chunkChars: 7 }),
			6,
		);
		const replies = [
			...[failure(529, "Overloaded"), cut, text("word ".repeat(4000)), toolCall("read", { path: "big.txt" })],
			...[text("## Goal\nRead"), text("## Request\nRead"), text("Short."), text("All read.")],
		];
		const files = {
			"big.txt": `${"lorem ipsum dolor sit amet ".repeat(40)}\n`.repeat(40),
			".omp/rules/no-lodash.md": "---\ncondition: lodash\n---\nUse plain JavaScript.",
		};
		await using omp = await ompProject({ replies, files });
		await omp.home.write(".omp/agent/config.yml", "compaction: { thresholdTokens: 12000, keepRecentTokens: 100 }\n");
		await omp.run([...example("run-log"), "-p", "say something", "look at big.txt"]);
		const log = (await omp.files.read("run-log.jsonl")).trim().split("\n");
		expect(log.map((line) => JSON.parse(line))).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ event: "auto_retry_start", attempt: 1 }),
				expect.objectContaining({ event: "ttsr_triggered", rules: ["no-lodash"] }),
				expect.objectContaining({ event: "auto_compaction_start", reason: "threshold" }),
			]),
		);
	});

	test("until done shows open todos", async () => {
		const todos = toolCall("todo", { ops: [{ op: "init", list: [{ phase: "Now", items: ["Write it"] }] }] });
		await using omp = await ompProject({ replies: [todos, text("I stop."), text("Yes."), text("Yes."), text("Yes.")] });
		await using host = rpcHost(omp, { args: example("until-done") });
		await host.ask({ id: "1", type: "prompt", message: "go" });
		await host.frame({ method: "setStatus", statusKey: "todos", statusText: "1 left" });
	});

	test("a goal is in the run log, and redact notes what was approved", async () => {
		const makes = toolCall("bash", { i: "Make it", command: "mkfifo pipe" });
		const replies = [makes, text("A step."), toolCall("goal", { op: "complete" }), text("Reached.")];
		await using omp = await ompProject({ replies });
		const args = [...example("redact", "run-log"), "--approval-mode", "write", "--sandbox", "off"];
		await using terminal = await atTerminal(omp, { args });
		terminal.type("/goal make it green\r");
		await opened(terminal, "always allow mkfifo");
		terminal.type("y");
		await terminal.waitFor("Reached.");
		terminal.type("\x04");
		await terminal.exit;
		expect(await omp.files.read("run-log.jsonl")).toContain('"event":"goal_updated","goal":"make it green"');
		const sessions = omp.home.file(".omp/agent/sessions");
		const [log = ""] = await Array.fromAsync(new Bun.Glob("**/*.jsonl").scan({ cwd: sessions, absolute: true }));
		expect(await Bun.file(log).text()).toContain('"data":{"tool":"bash","approved":true}');
	});
});
