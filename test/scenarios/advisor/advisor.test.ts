import { expect, setDefaultTimeout, test } from "bun:test";
import { failure, stalled, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { advise, advisorLog, advisorProject, toolNames, userTexts } from "./advisor-project.ts";

setDefaultTimeout(90_000);

verifies("agents:advisor:delta-input", async () => {
	await using omp = await advisorProject({
		primary: [
			toolCall("bash", { command: "printf 'a\\nb\\nc\\nd\\n'" }, { thinking: "count to four", thinkingSignature: "s" }),
			text("Done: sk-abcdefghijklmnopqrstuvwxyz"),
		],
		advisor: [advise("use seq", "nit")],
	});
	const run = await omp.run(["-p", "list four lines", "--yolo"]);
	expect(run.exitCode).toBe(0);
	const updates = userTexts(omp.advisor().at(-1) ?? {});
	expect(updates[0]).toContain("### Session update");
	expect(updates[0]).toContain("**user**:\nlist four lines");
	expect(updates[0]).toContain("_thinking:_ count to four");
	expect(updates[0]).toMatch(/→ bash\(printf 'a.*'\) ⇒ ok · \d+ lines/);
	expect(updates[0]).toContain("work in progress");
	const second = updates.at(-1) ?? "";
	expect(second).toContain("**agent**:\nDone: [redacted]");
	expect(second).not.toContain("list four lines");
	expect(second).not.toContain("use seq");
	expect(second).not.toContain("work in progress");
});

verifies("agents:advisor:nit-aside", async () => {
	await using omp = await advisorProject({
		primary: [
			toolCalls(
				{ name: "bash", arguments: { command: "echo one" } },
				{ name: "bash", arguments: { command: "echo two" } },
			),
			text("Finished."),
		],
		advisor: [advise("Prefer printf")],
	});
	const run = await omp.run(["-p", "go", "--yolo"]);
	expect(run.stdout).toContain("Finished.");
	const [, second] = omp.primary();
	expect(JSON.stringify(second)).toContain(
		'<advisory severity=\\"nit\\" guidance=\\"weigh, don\'t blindly obey\\">\\nPrefer printf\\n</advisory>',
	);
	expect(JSON.stringify(second)).not.toContain("Skipped due to");
});

verifies("agents:advisor:read-only-tools", async () => {
	await using omp = await advisorProject({
		files: { "secret.txt": "the answer is 42\n" },
		primary: [text("All done.")],
		advisor: [toolCall("read", { path: "secret.txt" }), advise("Check the file")],
	});
	const run = await omp.run(["-p", "go"]);
	expect(run.exitCode).toBe(0);
	expect(toolNames(omp.advisor()[0] ?? {})).toEqual(["read", "search", "find", "advise"]);
	expect(JSON.stringify(omp.advisor()[1])).toContain("the answer is 42");
	const log = await advisorLog(omp);
	expect(log).toContain('"synthetic":true');
	expect(log).toContain("the answer is 42");
	const sessions = await omp.sessions();
	const main = JSON.stringify(sessions.find((lines) => !JSON.stringify(lines).includes('"synthetic":true')));
	expect(main).not.toContain("the answer is 42");
	expect(main).toContain('"customType":"advisor"');
	// It came after the answer: it restarts nothing and is said.
	expect(omp.primary()).toHaveLength(1);
	expect(run.stderr).toContain("Advisor (nit): Check the file");
	// Nobody can write to it, or find it.
	await using other = await advisorProject({
		primary: [
			toolCalls(
				{ name: "irc", arguments: { op: "send", to: "advisor", message: "hi" } },
				{ name: "irc", arguments: { op: "list" } },
			),
			text("Nobody."),
		],
		advisor: [],
	});
	await other.run(["-p", "go", "--yolo"]);
	const asked = JSON.stringify(other.primary()[1]?.messages);
	expect(asked).toContain('Unknown agent \\"advisor\\"');
	expect(asked).toContain("tool_result");
	expect(asked).not.toMatch(/-advisor|__advisor/);
});

test("an advisor that floods brings one bounded note per update, and the rest is refused", async () => {
	const flood = Array.from({ length: 50 }, (_, index) => ({
		name: "advise",
		arguments: { note: `${index} ${"word ".repeat(10_000)}`, severity: "blocker" },
	}));
	await using omp = await advisorProject({
		primary: [toolCall("bash", { command: "echo 1" }), text("First."), text("Second.")],
		advisor: [toolCalls(...flood), text("ok"), toolCalls(...flood), text("ok")],
	});
	const run = await omp.run(["-p", "go", "--yolo"]);
	expect([run.exitCode, run.stdout]).toEqual([0, "First.\n"]);
	const sent = JSON.stringify(omp.primary().at(-1)?.messages);
	expect(sent.split("<advisory ")).toHaveLength(2);
	expect(sent.length).toBeLessThan(10_000);
	const answers = JSON.stringify(omp.advisor()[1]?.messages);
	expect(answers.split("Not delivered: one note per update.")).toHaveLength(50);
});

verifies("tools-agent:advise:advisor-only", async () => {
	await using omp = await advisorProject({ primary: [text("Hi.")], advisor: [] });
	await omp.run(["-p", "go"]);
	expect(toolNames(omp.primary()[0] ?? {})).not.toContain("advise");
	expect(toolNames(omp.advisor()[0] ?? {})).toContain("advise");
	await omp.run(["-p", "go", "--tools", "read,advise"]);
	expect(toolNames(omp.primary()[1] ?? {})).toEqual(["read"]);
});

test("a blocker on a finished answer starts another turn, a concern does not", async () => {
	await using omp = await advisorProject({
		primary: [text("First."), text("Second.")],
		advisor: [advise("This deletes <data> & more", "blocker"), advise("Rather late", "concern")],
		settings: "",
	});
	const run = await omp.run(["-p", "go"]);
	expect(run.stdout).toBe("Second.\n");
	expect(omp.primary()).toHaveLength(2);
	expect(JSON.stringify(omp.primary()[1])).toContain("This deletes &lt;data&gt; &amp; more");
	expect(run.stderr).toContain("Advisor (concern): Rather late");
});

test("an advisor that calls tools without end is cut off", async () => {
	await using omp = await advisorProject({
		files: { "a.txt": "a\n" },
		primary: [text("First.")],
		advisor: () => toolCall("read", { path: "a.txt" }),
	});
	const run = await omp.run(["-p", "go"]);
	expect(run.stdout).toBe("First.\n");
	expect(omp.advisor().length).toBeLessThan(12);
	expect(run.stderr).toContain("more than 8 requests for one update");
});

test("a turn that asks for a tool it does not have is discarded", async () => {
	await using omp = await advisorProject({
		primary: [text("First.")],
		advisor: [
			toolCalls(
				{ name: "advise", arguments: { note: "Never delivered", severity: "blocker" } },
				{ name: "bash", arguments: { command: "rm -rf /" } },
			),
		],
	});
	const run = await omp.run(["-p", "go"]);
	expect(run.stdout).toBe("First.\n");
	expect(omp.advisor()).toHaveLength(1);
	expect(run.stderr).not.toContain("Never delivered");
});

test("print mode with an advisor that never answers ends in time and says so", async () => {
	await using omp = await advisorProject({
		primary: [text("First.")],
		advisor: () => stalled(text("never")),
		settings: "",
	});
	await omp.home.write(
		".omp/agent/config.yml",
		"modelRoles:\n  default: acme/a-1\n  advisor: acme/a-2\nadvisor:\n  enabled: true\n",
	);
	const start = performance.now();
	const run = await omp.run(["-p", "go"]);
	expect(run.stdout).toBe("First.\n");
	expect(run.stderr).toContain("The advisor (acme/a-2) did not answer in time");
	expect(performance.now() - start).toBeLessThan(25_000);
});

test("an advisor that could not review once says so in one line, and goes on", async () => {
	await using omp = await advisorProject({
		primary: [text("First."), text("Second.")],
		advisor: [...Array.from({ length: 3 }, () => failure(500, "out of order")), text("ok")],
	});
	const run = await omp.run(["-p", "go", "on"]);
	expect(run.stdout).toContain("Second.\n");
	expect(run.stderr).toBe("The advisor (acme/a-2) could not review, and skipped what was waiting: 500 out of order\n");
	const last = await omp.run(["-p", "go"]);
	expect(last.stderr).toBe("");
});

test("an advisor that finds something new in every answer starts three runs, and then says so", async () => {
	let count = 0;
	await using omp = await advisorProject({
		primary: Array.from({ length: 20 }, (_, index) => text(`Try ${index}.`)),
		advisor: () => advise(`Still wrong (${++count})`, "blocker"),
		settings: "",
	});
	const run = await omp.run(["-p", "go"]);
	expect(run.stdout).toBe("Try 3.\n");
	expect(omp.primary()).toHaveLength(4);
	expect(run.stderr).toContain(
		"The advisor has started 3 runs since your last message; its notes are only shown until the next one.",
	);
});

verifies("agents:advisor:failures-never-block", async () => {
	await using omp = await advisorProject({
		primary: [toolCall("bash", { command: "echo 1" }), toolCall("bash", { command: "echo 2" }), text("First.")],
		advisor: () => failure(500, "out of order"),
	});
	const run = await omp.run(["-p", "go", "--yolo"]);
	expect(run.stdout).toBe("First.\n");
	expect(run.stderr).toBe("The advisor (acme/a-2) is switched off: 500 out of order. /advisor on starts it again.\n");
	// Three tries each for two updates; the third is not sent any more.
	expect(omp.advisor()).toHaveLength(6);
});
