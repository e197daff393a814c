import type { Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import type { DialogPort, DraftPort, NoticePort } from "../../../commands/contract/screen-ports.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Finding } from "../findings/finding.ts";
import { count, findingLine } from "../report/text-report.ts";
import { findReview } from "./running-review.ts";
import { startSubject } from "./start-subject.ts";

const atScreen = { isAtScreen: true };

export const reviewCommand: Command = {
	name: "review",
	summary: "Review changes and report problems",
	group: "prompts",
	hint: "[what to review]",
	subcommands: [
		{ name: "uncommitted", summary: "Review all uncommitted changes" },
		{ name: "staged", summary: "Review what is staged" },
		{ name: "base", summary: "Review this branch against another one", usage: "<branch>" },
		{ name: "commit", summary: "Review one commit", usage: "<commit>" },
		{ name: "pr", summary: "Review a pull request", usage: "<number>" },
		{ name: "findings", summary: "Walk through the findings of the last review" },
		{ name: "dismiss", summary: "Keep a finding out of later reviews", usage: "<number>" },
		{ name: "restore", summary: "Let dismissed findings show up again" },
	],
	async run({ session, args }) {
		return (await manage(session, args)) ?? startSubject(session, args, { isAtScreen: false });
	},
	screen: {
		async run({ session, args }, ports) {
			if (args === "findings") return walk(session, ports);
			const managed = await manage(session, args);
			if (managed) return managed;
			const prompt = await session.fileCommands.find("review");
			// A prompt of the user's own asks for what it wants by itself.
			if (args !== "" || !prompt?.isBundled) return startSubject(session, args, atScreen);
			const { chooseTarget } = await import("./choose-target.ts");
			const subject = await chooseTarget(session, ports.ask);
			return subject === undefined ? { kind: "done" } : startSubject(session, subject, atScreen);
		},
	},
};

/** What is done with findings that are there. */
async function manage(session: OpenedConversation, args: string): Promise<CommandOutcome | undefined> {
	const review = findReview(session);
	const [word, number, ...rest] = args.split(/\s+/);
	if (args === "findings") return notice(listText(await review.findings()));
	if (args === "restore") {
		const restored = await review.restoreDismissed();
		if (restored === 0) return notice("No finding was dismissed in this project");
		return notice(`${count(restored, "dismissed finding")} may show up again`);
	}
	if (word !== "dismiss" || rest.length > 0) return undefined;
	const findings = await review.findings();
	const finding = findings[Number(number) - 1];
	if (!finding) {
		const most = findings.length;
		return notice(most === 0 ? "There is no finding to dismiss" : `Usage: /review dismiss <1 to ${most}>`, "warning");
	}
	await review.dismiss(finding);
	return notice(`Dismissed: ${finding.title}. Later reviews of this project leave it out.`);
}

function listText(findings: readonly Finding[]): string {
	if (findings.length === 0) return "There are no findings. /review starts a review.";
	return findings.map((finding, index) => `${index + 1}. ${findingLine(finding)}`).join("\n");
}

async function walk(
	session: OpenedConversation,
	{ ask, draft, notify }: DialogPort & DraftPort & NoticePort,
): Promise<CommandOutcome> {
	const review = findReview(session);
	const { findingsDialog } = await import("./findings-dialog.ts");
	let at = 0;
	for (let findings = await review.findings(); findings.length > 0; findings = await review.findings()) {
		const chosen = await ask(findingsDialog(findings, at));
		if (!chosen) return { kind: "done" };
		const { finding } = chosen;
		at = findings.indexOf(finding);
		switch (chosen.action) {
			case "open":
				draft.insert(`@${finding.file}:${finding.line} `);
				return { kind: "done" };
			case "fix":
				return { kind: "prompt", text: fixPrompt(finding) };
			case "dismiss":
				await review.dismiss(finding);
				notify("info", `Dismissed: ${finding.title}`);
		}
	}
	return notice(listText([]));
}

function fixPrompt({ priority, title, body, file, line }: Finding): string {
	return `Fix this finding of the review, and nothing else:\n\n[${priority}] ${title}\n${file}:${line}\n\n${body}`.trim();
}
