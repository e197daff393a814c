import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { opened } from "./at-terminal.ts";

const altUp = "\x1b[1;3A";

async function started(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { cols: 100, rows: 30, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	return terminal;
}

async function say(terminal: PtyRun, line: string, answer: string): Promise<void> {
	terminal.type(`${line}\r`);
	await terminal.waitFor(answer);
	await until(() => !terminal.screen().includes("⟦esc⟧"));
}

verifies(
	"slash-commands:session:tree",
	async () => {
		await using omp = await ompProject({ replies: [text("Red it is."), text("Blue it is."), text("Green it is.")] });
		await using terminal = await started(omp);
		await say(terminal, "the color is red", "Red it is.");
		await say(terminal, "the color is blue", "Blue it is.");
		terminal.type("/tree\r");
		await terminal.waitFor("Session Tree");
		await terminal.waitFor("❯ • assistant: Blue it is.");
		terminal.type("\r");
		await terminal.waitFor("Already at this point");
		terminal.type("/tree\r");
		await terminal.waitFor("❯ • assistant: Blue it is.");
		terminal.type(`${altUp}\r`);
		await terminal.waitFor("Before: the color is blue");
		// The message returns to the editor.
		await terminal.waitFor(/╰─ the color is blue/);
		terminal.type("\x15");
		await say(terminal, "the color is green", "Green it is.");
		expect(JSON.stringify(omp.model.requests[2])).not.toContain("blue");
		expect(await omp.sessions()).toHaveLength(1);
	},
	30_000,
);

verifies(
	"tui:submit:double-escape",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using terminal = await started(omp);
		await say(terminal, "first question", "One.");
		terminal.type("\x1b");
		terminal.type("\x1b");
		await terminal.waitFor("Session Tree");
		terminal.type(`${altUp}\x02`);
		await terminal.waitFor("Branched to a new session");
		await terminal.waitFor(/╰─ first question/);
		terminal.type("\x15");
		await say(terminal, "another way", "Two.");
		await until(async () => (await omp.sessions()).length === 2);
	},
	30_000,
);

verifies(
	"slash-commands:session:branch",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		await omp.home.write(".omp/agent/config.yml", "doubleEscapeAction: branch\n");
		await using terminal = await started(omp);
		await say(terminal, "first question", "One.");
		await say(terminal, "second question", "Two.");
		terminal.type("/branch\r");
		await terminal.waitFor("Branch before");
		await terminal.waitFor("❯ second question");
		terminal.type("\r");
		await terminal.waitFor(/╰─ second question/);
		terminal.type("\x15");
		await say(terminal, "third question", "Three.");
		const sent = JSON.stringify(omp.model.requests[2]);
		expect([sent.includes("first question"), sent.includes("second question")]).toEqual([true, false]);
		await until(async () => (await omp.sessions()).length === 2);
	},
	30_000,
);

test("a branch can be summarized when it is left, and the summary is added at the target", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two."), text("It failed."), text("Three.")] });
	await omp.home.write(".omp/agent/config.yml", "branchSummary:\n  enabled: true\n");
	await using terminal = await started(omp);
	await say(terminal, "first question", "One.");
	await say(terminal, "second question", "Two.");
	terminal.type("/tree\r");
	await terminal.waitFor("❯ • assistant: Two.");
	terminal.type(`${altUp}\r`);
	await terminal.waitFor("Summarize with custom prompt");
	terminal.type("\x1b[B\x1b[B\r");
	await terminal.waitFor("What should the summary focus on?");
	terminal.type("the reasons\r");
	await terminal.waitFor("Before: second question (with a summary of the branch)");
	expect(JSON.stringify(omp.model.requests[2])).toContain("the reasons");
	terminal.type("\x15");
	await say(terminal, "third question", "Three.");
	expect(JSON.stringify(omp.model.requests[3])).toContain("It failed.");
}, 30_000);

test("an ask question can be answered again on a new branch", async () => {
	const question = { id: "color", question: "Which color?", options: [{ label: "Red" }, { label: "Blue" }] };
	const asks = toolCall("ask", { i: "Asking", questions: [question] });
	await using omp = await ompProject({ replies: [asks, text("Red it is."), text("Blue it is.")] });
	await using terminal = await started(omp);
	terminal.type("paint it\r");
	await opened(terminal, "Which color?");
	terminal.type("\r");
	await terminal.waitFor("Red it is.");
	terminal.type("/tree\r");
	await terminal.waitFor("❯ • assistant: Red it is.");
	terminal.type("\x1b[A\r");
	await terminal.waitFor("Chat about this");
	terminal.type("\x1b[B\r");
	await terminal.waitFor("Blue it is.");
	const answers = [
		...JSON.stringify(omp.model.requests[2]?.messages).matchAll(/"type":"tool_result".*?"(?:Red|Blue)"/g),
	];
	expect(answers.map(([answer]) => answer.endsWith('"Blue"'))).toEqual([true]);
	terminal.type("/tree\r");
	await terminal.waitFor(/├─[\s\S]*└─ • \[ask/);
}, 30_000);
