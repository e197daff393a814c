import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal } from "./at-terminal.ts";

const files = {
	".git/HEAD": "ref: refs/heads/main\n",
	"CLAUDE.md": "Be kind.",
	".claude/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files\n---\nCall pdftotext.",
	".cursor/rules/style.mdc": "Names are words.",
};

test("a project with a Claude setup: it says what it found, completes /skill: and uses the skill", async () => {
	await using omp = await ompProject({ files, replies: [text("I read it.")] });
	await using terminal = await atTerminal(omp);
	await terminal.waitFor("CLAUDE.md");
	await terminal.waitFor("1 rule");
	await terminal.waitFor("1 skill");
	await terminal.press("/skill:p", "Reads PDF files");
	await terminal.press("\t", "/skill:pdf");
	await terminal.say(" the report", "I read it.");
	const sent = JSON.stringify(omp.model.requests[0]);
	for (const words of ["Be kind.", "Names are words.", "pdf: Reads PDF files", "Call pdftotext.", "User: the report"]) {
		expect(sent).toContain(words);
	}
	// The user sees what they typed, not the skill.
	expect(terminal.history()).toContain("/skill:pdf the report");
	expect(terminal.history()).not.toContain("Call pdftotext.");
}, 30_000);

test("a reply that breaks a rule: the rule is named, and the reply that counts follows", async () => {
	await using omp = await ompProject({
		files: { ...files, ".omp/rules/no-lodash.md": "---\ncondition: lodash\n---\nUse plain JavaScript." },
		replies: [
			stalled(delivered(text("First install lodash, then go on and on with it until the end"), { chunkChars: 5 }), 8),
			text("All plain."),
		],
	});
	await using terminal = await atTerminal(omp);
	await terminal.say("go", "All plain.");
	await until(() => terminal.history().includes("Stopped by rule no-lodash"));
	expect(terminal.history()).not.toContain("Rule applied");
	expect(terminal.history()).not.toContain("Interrupted");
}, 30_000);
