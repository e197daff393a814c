import { choiceDialog } from "../../dialogs/choice-dialog.ts";
import type { Ask } from "../../dialogs/contract/dialog.ts";
import { trustDialog } from "../../dialogs/trust-dialog.ts";
import { applyTrust, type SurveyedProject, surveyProject } from "../../survey/survey-project.ts";
import { describeClaim, escapeLine } from "../../trust/describe.ts";
import { trustTitle } from "../../trust/kinds.ts";
import type { WaitingClaim } from "../../trust/trust-gate.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";

const actions = [
	{ name: "allow", summary: "Trust this version of the project's files" },
	{ name: "revoke", summary: "Trust it no more" },
];

export const trustCommand: Command = {
	name: "trust",
	summary: "Show what this project brings and whether you trust it",
	group: "system",
	hint: "[allow|revoke]",
	subcommands: actions,
	run: ({ args, session }) => runAction(args.trim(), session),
	screen: {
		async run({ args, session }, { ask }) {
			const action = args.trim();
			if (action !== "" && action !== "ask") return runAction(action, session);
			const project = projectOf(session);
			await surveyProject(project);
			// At the start, what was declined before is not asked about again.
			const claims = action === "ask" ? session.trust.undecided : session.trust.waiting;
			if (claims.length === 0) return action === "ask" ? { kind: "done" } : notice(stateText(session));
			const dialog = trustDialog(questionLines(claims));
			const answer = await ask(action === "ask" ? { ...dialog, opensUnasked: "trust" } : dialog);
			const trusted = answer === "choose" ? await chooseClaims(claims, ask) : answer === "trust" ? claims : [];
			if (answer === undefined || trusted === undefined) return notice("Not trusted for now. /trust shows it again.");
			return decide(session, claims, trusted);
		},
	},
};

function projectOf({ host, agentDir, settings, folder, trust, workbench }: OpenedConversation): SurveyedProject {
	return { host, agentDir, settings, cwd: folder.path, gate: trust, features: workbench.features };
}

function questionLines(claims: readonly WaitingClaim[]): string[] {
	const head = "This project contains files that run programs, redirect requests or skip approvals:";
	return [head, "", ...claims.flatMap(describeClaim)];
}

/** One by one; `undefined` when it was left without an answer. */
async function chooseClaims(claims: readonly WaitingClaim[], ask: Ask): Promise<readonly WaitingClaim[] | undefined> {
	const chosen = new Set<WaitingClaim>();
	let last: WaitingClaim | "done" = claims[0] ?? "done";
	for (;;) {
		const answer: WaitingClaim | "done" | undefined = await ask(
			choiceDialog<WaitingClaim | "done">({
				title: "What do you trust?",
				question: last === "done" ? "" : describeClaim(last).join("\n"),
				choices: [
					...claims.map((claim) => ({
						value: claim,
						label: `${chosen.has(claim) ? "[x]" : "[ ]"} ${trustTitle(claim)}`,
						description: escapeLine(claim.id.slice(claim.id.indexOf(":") + 1)),
					})),
					{
						value: "done" as const,
						label: `Trust ${chosen.size} of ${claims.length}`,
						description: "and continue without the rest",
					},
				],
				isCurrent: (value) => value === last,
			}),
		);
		if (answer === undefined) return undefined;
		if (answer === "done") return claims.filter((claim) => chosen.has(claim));
		if (!chosen.delete(answer)) chosen.add(answer);
		last = answer;
	}
}

async function runAction(action: string, session: OpenedConversation): Promise<CommandOutcome> {
	await surveyProject(projectOf(session));
	switch (action) {
		case "":
			return notice(stateText(session));
		case "allow":
			return session.trust.waiting.length === 0
				? notice("Nothing of this project waits for your trust.")
				: decide(session, session.trust.waiting, session.trust.waiting);
		case "revoke":
			await session.trust.forget();
			await use(session);
			return notice("The decisions about this project are forgotten.");
		default:
			throw new Error(`Unknown action: ${action}. Use /trust, /trust allow or /trust revoke`);
	}
}

async function decide(
	session: OpenedConversation,
	claims: readonly WaitingClaim[],
	trusted: readonly WaitingClaim[],
): Promise<CommandOutcome> {
	const declined = claims.filter((claim) => !trusted.includes(claim));
	if (trusted.length > 0) await session.trust.decide(trusted, true);
	if (declined.length > 0) await session.trust.decide(declined, false);
	await use(session);
	const without = "omp works without it and does not ask again until it changes. /trust shows it.";
	if (trusted.length === 0) return notice(without);
	const later = trusted.some(({ kind }) => kind === "env") ? " Variables of .env count from the next start." : "";
	const rest = declined.length > 0 ? ` Ignored: ${declined.length}.` : "";
	return notice(`Trusted: ${trusted.length} item${trusted.length === 1 ? "" : "s"}.${rest}${later}`);
}

async function use(session: OpenedConversation): Promise<void> {
	await applyTrust(projectOf(session));
	session.fileCommands.forget();
	await session.workbench.features.trustChanged(session);
	await session.refreshPrompt();
}

function stateText({ trust }: OpenedConversation): string {
	const waiting = trust.waiting.flatMap(describeClaim);
	const trusted = trust.admitted.map(({ id }) => `  ${id}`);
	if (waiting.length + trusted.length === 0) return "Nothing in this project needs trust.";
	return [
		...(waiting.length > 0 ? ["Not trusted, ignored:", ...waiting.map((line) => `  ${line}`)] : []),
		...(trusted.length > 0 ? ["Trusted:", ...trusted] : []),
	].join("\n");
}
