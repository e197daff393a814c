import { expect, setDefaultTimeout, test } from "bun:test";
import { delivered, failure, gate, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { advise, advisorLog, advisorProject } from "../scenarios/advisor/advisor-project.ts";
import { type AtTerminal, atTerminal, isWorking, rests } from "./at-terminal.ts";

setDefaultTimeout(90_000);

const async = 'advisor:\n  enabled: true\n  syncBacklog: "off"\n';

/** Without waiting for the advisor, so that it speaks while the primary works. */
async function withoutWaiting(options: Parameters<typeof advisorProject>[0]) {
	const omp = await advisorProject(options);
	await omp.home.write(
		".omp/agent/config.yml",
		`modelRoles:\n  default: acme/a-1\n  advisor: acme/a-2\n${async}${options.settings ?? ""}`,
	);
	return omp;
}

/** The first call waits for the file `go…`, the second runs unless something interrupts the turn. */
const twoCalls = (number: number) =>
	toolCalls(
		{ name: "bash", arguments: { command: `until [ -e go${number} ]; do sleep 0.05; done` } },
		{ name: "bash", arguments: { command: `touch ran${number}` } },
	);

/** Esc while the model works. */
async function interrupt(terminal: AtTerminal): Promise<void> {
	await until(() => isWorking(terminal));
	terminal.type("\x1b");
	await rests(terminal);
}

verifies("agents:advisor:concern-steers", async () => {
	await using omp = await withoutWaiting({
		primary: [toolCall("bash", { command: "echo started" }), twoCalls(1), text("I stopped in time.")],
		advisor: [advise("The <second> command & the rest are dangerous", "concern")],
	});
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	terminal.type("go\r");
	await until(async () => (await advisorLog(omp)).includes("Delivered."));
	await omp.files.write("go1", "");
	await terminal.waitFor("I stopped in time.");
	// The second call of the turn did not run, and the model was told why and what.
	expect(await Bun.file(`${omp.path}/ran1`).exists()).toBe(false);
	const last = JSON.stringify(omp.primary().at(-1));
	expect(last).toContain("Skipped: the advisor raised a concern.");
	expect(last).toContain(
		'<advisory severity=\\"concern\\" guidance=\\"weigh, don\'t blindly obey\\">\\nThe &lt;second&gt; command &amp; the rest are dangerous\\n</advisory>',
	);
	expect(terminal.history()).toContain("Advisor · concern");
	expect(terminal.history()).toContain("The <second> command & the rest are dangerous");
});

verifies("agents:advisor:immune-turns", async () => {
	await using omp = await withoutWaiting({
		primary: [toolCall("bash", { command: "echo begun" }), ...[1, 2, 3, 4].map(twoCalls), text("Done.")],
		advisor: ["first", "second", "Second!", "third"].map((note) => advise(note, "concern")),
		settings: "  immuneTurns: 2\n",
	});
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	terminal.type("go\r");
	for (const [index, answer] of ["Delivered.", "Delivered.", "it says nothing new", "Delivered."].entries()) {
		await until(async () => (await advisorLog(omp)).split('"toolResult"').length - 1 > index);
		expect((await advisorLog(omp)).split('"toolResult"').at(-1)).toContain(answer);
		await omp.files.write(`go${index + 1}`, "");
	}
	await terminal.waitFor("Done.");
	const ran = await Promise.all([1, 2, 3, 4].map((number) => Bun.file(`${omp.path}/ran${number}`).exists()));
	expect(ran).toEqual([false, true, true, false]);
	expect(terminal.history().split("Advisor · concern")).toHaveLength(4);
});

test("a nit waits for the end of the turn that is going on", async () => {
	await using omp = await withoutWaiting({
		primary: [toolCall("bash", { command: "echo started" }), twoCalls(1), text("All of it.")],
		advisor: [advise("A shorter way exists", "nit")],
	});
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	terminal.type("go\r");
	await until(async () => (await advisorLog(omp)).includes("Delivered."));
	await omp.files.write("go1", "");
	await terminal.waitFor("All of it.");
	expect(await Bun.file(`${omp.path}/ran1`).exists()).toBe(true);
	const last = JSON.stringify(omp.primary().at(-1));
	expect(last).not.toContain("Skipped due to");
	expect(last).toContain("A shorter way exists");
	expect(terminal.history()).toContain("Advisor · nit");
});

test("a broken advisor is switched off with one line, and what the session costs is counted apart", async () => {
	await using omp = await withoutWaiting({
		primary: [text("One."), text("Two."), text("Three.")],
		advisor: [
			{ answer: { text: "ok", usage: { inputTokens: 500, outputTokens: 100 } } },
			failure(401, "wrong key"),
			failure(401, "wrong key"),
		],
	});
	await using terminal = await atTerminal(omp);
	await terminal.say("first", "One.");
	await until(() => omp.advisor().length === 1);
	await terminal.say("/advisor status", "Spend: 500 input, 100 output, $0.0030.");
	expect(terminal.history()).toMatch(/Advisor is enabled \(acme\/a-2\)\. Context: [\d,]+ \/ 100,000 tokens \(\d+%\)\./);
	await terminal.say("/session info", "Advisor: 500 input, 100 output, $0.0030");
	await terminal.say("second", "Two.");
	await terminal.waitFor("is switched off");
	await terminal.say("third", "Three.");
	await rests(terminal);
	expect(terminal.history().match(/The advisor \(acme\/a-2\) is switched off/g)).toHaveLength(1);
	expect(omp.advisor()).toHaveLength(2);
	expect(terminal.screen()).toContain("advisor off");
	// The reason is on the screen once: in that line.
	expect(terminal.screen().match(/wrong key/g)).toHaveLength(1);
	await terminal.say("/advisor status", "Advisor is switched off (acme/a-2).");
});

const priced = (reply: string, inputTokens: number, outputTokens: number) => ({
	answer: { text: reply, usage: { inputTokens, outputTokens } },
});

test("what reviews cost adds up apart from the session's cost, also while the advisor is off and after it was on again", async () => {
	await using omp = await withoutWaiting({
		primary: [priced("One.", 1000, 10), priced("Two.", 1000, 10), priced("Three.", 1000, 10)],
		advisor: [priced("ok", 500, 100), priced("ok", 400, 100), priced("ok", 100, 100)],
	});
	await using terminal = await atTerminal(omp);
	const reviewed = (count: number) =>
		until(async () => (await advisorLog(omp)).split('"role":"assistant"').length > count);
	await terminal.say("first", "One.");
	await reviewed(1);
	await terminal.say("second", "Two.");
	await reviewed(2);
	await terminal.say("/advisor status", "Spend: 900 input, 200 output, $0.0057.");
	await terminal.say("/advisor off", "Advisor is disabled.");
	await terminal.say("/session info", "Advisor: 900 input, 200 output, $0.0057");
	await terminal.say("/advisor on", "Spend: 900 input, 200 output, $0.0057.");
	await terminal.say("third", "Three.");
	await reviewed(3);
	await terminal.say("/session info", "Advisor: 1,000 input, 300 output, $0.0075");
	// Three requests of the primary, and nothing of the advisor's.
	expect(terminal.history()).toContain("Tokens: 3000 in, 30 out");
});

for (const [what, answer] of [
	["answers with 5xx", () => failure(503, "out of order")],
	["answers with garbage instead of a stream", () => failure(200, "<html>not what was asked for</html>")],
] as const) {
	test(`an advisor whose model ${what} is switched off with one line, and the session goes on`, async () => {
		await using omp = await withoutWaiting({
			primary: ["One.", "Two.", "Three.", "Four."].map((said) => text(said)),
			advisor: answer,
		});
		await using terminal = await atTerminal(omp);
		await terminal.say("first", "One.");
		await terminal.waitFor("Advisor could not review:", { timeoutMs: 30_000 });
		await terminal.say("second", "Two.");
		await terminal.waitFor("is switched off", { timeoutMs: 30_000 });
		await terminal.say("third", "Three.");
		await terminal.say("fourth", "Four.");
		await rests(terminal);
		const lines = terminal.history().match(/The advisor \(acme\/a-2\)/g);
		expect(lines).toHaveLength(1);
		expect(omp.advisor()).toHaveLength(6);
		expect(terminal.screen()).toContain("advisor off");
	});
}

verifies("agents:advisor:restraint-after-interrupt", async () => {
	const held = gate();
	await using omp = await withoutWaiting({
		primary: [
			toolCall("bash", { command: "echo started" }),
			toolCall("bash", { command: "touch running; sleep 60" }),
			text("After that."),
		],
		advisor: [() => delivered(advise("Stop at once", "blocker"), { hold: { afterChunks: 0, gate: held } })],
	});
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	terminal.type("go\r");
	await until(() => Bun.file(`${omp.path}/running`).exists());
	await interrupt(terminal);
	held.open();
	await terminal.waitFor("Advisor · blocker");
	expect(omp.primary()).toHaveLength(2);
	await terminal.say("and now?", "After that.");
	expect(JSON.stringify(omp.primary().at(-1))).toContain("Stop at once");
});

test("a note that waited for the run when it was interrupted does not start another one", async () => {
	await using omp = await withoutWaiting({
		primary: [
			toolCall("bash", { command: "echo started" }),
			toolCall("bash", { command: "touch running; sleep 60" }),
			text("After that."),
		],
		advisor: [advise("Stop at once", "blocker")],
	});
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	terminal.type("go\r");
	await until(() => Bun.file(`${omp.path}/running`).exists());
	await until(async () => (await advisorLog(omp)).includes("Delivered."));
	await interrupt(terminal);
	await terminal.waitFor("Advisor · blocker");
	expect(omp.primary()).toHaveLength(2);
	await terminal.say("and now?", "After that.");
	expect(omp.primary()).toHaveLength(3);
	expect(JSON.stringify(omp.primary().at(-1))).toContain("Stop at once");
});

verifies("slash-commands:mode:advisor", async () => {
	await using omp = await withoutWaiting({ primary: [text("One."), text("Two."), text("Three.")], advisor: [] });
	await omp.home.write(".omp/agent/config.yml", "modelRoles:\n  default: acme/a-1\n");
	await using terminal = await atTerminal(omp);
	await terminal.say("/advisor status", "Advisor is disabled.");
	await terminal.say("/advisor", "no model is set for the role advisor. Set one with /model, or: omp config set");
	// Said once, and nothing looks as if it ran.
	expect(terminal.history().match(/no model is set/g)).toHaveLength(1);
	expect(terminal.screen()).not.toMatch(/─ .*advisor.* ─/);
	expect(await omp.home.read(".omp/agent/config.yml")).not.toContain("enabled");
	await terminal.say("/advisor off", "Advisor is disabled.");
	await omp.home.write(".omp/agent/config.yml", "modelRoles:\n  default: acme/a-1\n  advisor: acme/a-2\n");
	await using other = await atTerminal(omp);
	await other.say("before", "One.");
	await other.say("/advisor on", "Advisor is enabled (acme/a-2). Context:");
	await other.say("/advisor dump", "The advisor has not reviewed anything yet.");
	await other.say("after", "Two.");
	await until(() => omp.advisor().length === 1);
	const seen = JSON.stringify(omp.advisor()[0]);
	expect(seen).toContain("Two.");
	expect(seen).not.toContain("One.");
	await other.say("/advisor dump", "Transcript of the advisor copied to clipboard and written to");
	await other.say("/advisor rubbish", "Usage: /advisor [on|off|status|dump [raw]|configure]");
	await other.say("/advisor", "Advisor is disabled.");
	await other.say("last", "Three.");
	expect(omp.advisor()).toHaveLength(1);
	expect(await Bun.file(`${omp.agentDir}/config.yml`).text()).toContain("enabled: false");
});
