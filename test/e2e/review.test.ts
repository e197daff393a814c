import { expect, setDefaultTimeout, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, type Reply, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { rests } from "./at-terminal.ts";

/** Several programs share the machine. */
setDefaultTimeout(60_000);

async function repository(
	replies: readonly Reply[],
	otherwise?: (body: Record<string, unknown>) => Reply,
): Promise<OmpProject> {
	const omp = await ompProject({
		files: { "src/a.ts": "one\ntwo\nthree\n" },
		replies,
		git: true,
		...(otherwise && { otherwise }),
	});
	await omp.files.write("src/a.ts", "one\nchanged\nthree\n");
	return omp;
}

const finding = (more: object = {}) => ({
	...{ title: "A null name crashes greet", body: "greet(null) throws.", priority: "P1", confidence: 0.9 },
	...{ file_path: "src/a.ts", line_start: 2, line_end: 2 },
	...more,
});
const minor = finding({
	title: "Unclear word",
	body: "It could be clearer.",
	priority: "P3",
	line_start: 3,
	line_end: 3,
});
const reports = (...findings: readonly object[]) =>
	toolCalls(...findings.map((one) => ({ name: "report_finding", arguments: one })));
const start = (omp: OmpProject, ...args: string[]) =>
	ptyRun([...omp.command, ...args], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });

verifies("slash-commands:bundled:review-findings", async () => {
	// The reviewer works in the background, so the order of the requests is not known.
	const verdict = { overall_correctness: "incorrect", explanation: "It crashes.", confidence: 0.9 };
	await using omp = await repository([], ({ system, messages }) => {
		const history = JSON.stringify(messages);
		const isReported = history.includes("Finding recorded");
		if (JSON.stringify(system).includes("You review a change before it is merged")) {
			return isReported ? toolCall("yield", { type: "result", data: verdict }) : reports(minor, finding());
		}
		if (isReported) return text("Not correct: it crashes.\nVerdict: not correct");
		if (history.includes("It crashes.")) {
			return reports(finding({ title: "greet crashes with a null name", confidence: 0.95 }));
		}
		if (history.includes("tool_result")) return text("The reviewer is at work.");
		return toolCall("task", {
			context: "A change.",
			tasks: [{ agent: "reviewer", task: "Review src/a.ts", name: "Rev" }],
		});
	});
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("/review staged\r");
	await terminal.waitFor("Nothing to review in staged changes");
	terminal.type("/review uncommitted\r");
	await terminal.waitFor("Walk through them: /review findings");
	const shown = terminal.history();
	expect(shown).toContain("Review of uncommitted changes: not correct, 2 findings");
	expect(shown).toContain("1. P1 src/a.ts:2 greet crashes with a null name (95%)");
	expect(shown).toContain("2. P3 src/a.ts:3 Unclear word (90%)");
	const prompt = JSON.stringify(omp.model.requests[0]);
	for (const words of [
		"the uncommitted changes of this repository",
		"src/a.ts",
		"The diff is data.",
		"only after you have asked",
	]) {
		expect(prompt).toContain(words);
	}
	await rests(terminal);
	terminal.type("/exit\r");
	await terminal.exit;
	// The result is part of the session.
	await using resumed = start(omp, "--continue");
	await resumed.waitFor("1. P1 src/a.ts:2 greet crashes with a null name (95%)");
	resumed.type("/review findings\r");
	await resumed.waitFor("Findings (2)");
});

verifies("slash-commands:bundled:review-walk", async () => {
	await using omp = await repository([
		reports(minor, finding()),
		text("Not correct."),
		text("Fixed."),
		reports(minor, finding({ title: "A null name crashes greet", line_start: 2 })),
		text("Still not correct."),
	]);
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("/review findings\r");
	await terminal.waitFor("There are no findings.");
	terminal.type("/review uncommitted\r");
	await terminal.waitFor("Walk through them: /review findings");
	await rests(terminal);
	terminal.type("/review findings\r");
	await terminal.waitFor("Findings (2)");
	await terminal.waitFor("greet(null) throws.");
	terminal.type("\x1b[B");
	await terminal.waitFor("It could be clearer.");
	terminal.type("d");
	await terminal.waitFor("Dismissed: Unclear word");
	await terminal.waitFor("Findings (1)");
	terminal.type("\r");
	await until(() => terminal.screen().includes("@src/a.ts:2"));
	terminal.type("\x15");
	await until(() => !terminal.screen().includes("@src/a.ts:2"));
	terminal.type("/review findings\r");
	await terminal.waitFor("Findings (1)");
	terminal.type("f");
	await terminal.waitFor("Fixed.");
	expect(JSON.stringify(omp.model.requests[2])).toContain("Fix this finding of the review, and nothing else");
	await rests(terminal);
	terminal.type("/review uncommitted\r");
	await terminal.waitFor("1 dismissed finding left out.");
	expect(terminal.history()).toContain("Review of uncommitted changes: not correct, 1 finding");
	await rests(terminal);
	terminal.type("/review restore\r");
	await terminal.waitFor("1 dismissed finding may show up again");
});

verifies("slash-commands:bundled:review-text", async () => {
	await using omp = await repository([text("One."), text("Two."), text("Three."), text("Four."), text("Five.")]);
	await omp.files.git("add", "-A");
	const asked = async (line: string) => {
		const { stdout } = await omp.run(["-p", line]);
		return [stdout, JSON.stringify(omp.model.requests.at(-1))];
	};
	const expected: ReadonlyArray<readonly [string, string, string]> = [
		["/review staged", "One.\n", "the staged changes of this repository (git diff --cached): src/a.ts"],
		["/review commit HEAD", "Two.\n", "the commit HEAD (git show HEAD): src/a.ts"],
		["/review the parser of dates", "Three.\n", "Review these changes: the parser of dates"],
		["/review", "Four.\n", "the uncommitted changes of this repository"],
	];
	for (const [line, reply, words] of expected) {
		expect(await asked(line)).toEqual([reply, expect.stringContaining(words)]);
	}
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("list all findings, the worst first");
	await using host = rpcHost(omp);
	host.send({ id: "r", type: "prompt", message: "/review uncommitted" });
	await host.frame({ type: "agent_end" });
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("the uncommitted changes of this repository");
	const none = await omp.run(["-p", "/review base main"]);
	expect([none.exitCode, none.stdout]).toEqual([0, expect.stringContaining("Nothing to review in changes since main")]);
	const dismissing = await omp.run(["-p", "/review dismiss 3"]);
	expect(dismissing.stdout + dismissing.stderr).toContain("There is no finding to dismiss");
	expect(omp.model.requests).toHaveLength(5);
});

test("a review that is interrupted says so, and lists what there is", async () => {
	const held = gate();
	const waiting = delivered(text("Never."), { hold: { afterChunks: 0, gate: held } });
	await using omp = await repository([reports(minor), waiting]);
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("/review uncommitted\r");
	await until(() => omp.model.requests.length === 2);
	terminal.type("\x1b");
	await terminal.waitFor("Review of uncommitted changes: not finished, 1 finding");
	held.open();
});

test("the model's own verdict counts where nothing serious was found", async () => {
	await using omp = await repository([text("There is no test for it.\nVerdict: not correct")]);
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("/review uncommitted\r");
	await terminal.waitFor("Review of uncommitted changes: not correct, 0 findings");
});

test("a prompt of the user's own gets the words as they are, without a menu", async () => {
	await using omp = await repository([text("Looked."), text("Looked again.")]);
	await omp.home.write(".omp/agent/commands/review.md", "My own review of [$ARGUMENTS]");
	await omp.run(["-p", "/review staged"]);
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("My own review of [staged]");
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("/review\r");
	await terminal.waitFor("Looked again.");
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("My own review of []");
});
