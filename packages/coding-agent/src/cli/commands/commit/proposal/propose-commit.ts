import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { commitSettings } from "../../../../settings/sections/agent/commit.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import { planSplit } from "../split/plan-split.ts";
import { askCommitAgent } from "./commit-agent.ts";
import prompt from "./commit-message.md" with { type: "text" };
import { type CommitProposal, changelogSections, readProposal } from "./commit-proposal.ts";
import { wholeDiffText } from "./diff-text.ts";
import { commitTypes, type MessageRules } from "./message-rules.ts";
import { isLargeChange, summarizeFiles } from "./summarize-files.ts";

export interface ProposalOptions {
	readonly session: OpenedConversation;
	readonly model: Model;
	readonly changes: ProposedChanges;
	readonly rules: MessageRules;
	readonly changelogs: readonly string[];
	/** What the user said about the change. */
	readonly context: string | undefined;
	/** May the change become several commits? */
	readonly maySplit: boolean;
	/** Never the agent with tools. */
	readonly isLegacy: boolean;
	readonly tell: (line: string) => Promise<void>;
}

export type Problem = { readonly problem: string };

const maxDiffChars = 60_000;
const maxContextChars = 6000;
const deadlineMs = 180_000;

/** Asks the model for a commit, once more if the answer cannot be used. Gives why there is none otherwise. */
export async function proposeCommit(options: ProposalOptions): Promise<CommitProposal | Problem> {
	const { session, changes } = options;
	const { env } = session.host;
	if (env.PI_COMMIT_TEST_FALLBACK) return { problem: "PI_COMMIT_TEST_FALLBACK is set" };
	const diff = wholeDiffText(changes);
	const systemPrompt = systemText(options);
	const about = await aboutText(options);
	const needsAgent = diff.length > maxDiffChars || looksMixed(changes);
	if (needsAgent && !options.isLegacy && !env.PI_COMMIT_MAP_REDUCE) {
		await options.tell("● Looking at the change…");
		const answer = await askCommitAgent({
			...options,
			systemPrompt,
			about,
			check: (proposal) => checkSplit(options, proposal),
		});
		if (!("problem" in answer)) return answer;
		await options.tell(`● Without a look at single files: ${answer.problem}`);
	}
	return askOnce(options, systemPrompt, [about, await changeText(options, diff)].join("\n\n"));
}

function systemText({ rules, changelogs, maySplit }: ProposalOptions): string {
	return renderPrompt(prompt, {
		types: commitTypes.join(", "),
		sections: [...changelogSections, "delete"].join(", "),
		changelogs: changelogs.join(", ") || "none",
		style:
			rules.style === "plain"
				? "This repository does not use types: leave type and scope out, and write the summary exactly in the style of the earlier subjects (case, tense, prefixes)."
				: "The first line becomes type(scope): summary.",
		split: maySplit
			? "If the change has parts that have nothing to do with each other, answer with an array of commits instead of one object; do not split what belongs together."
			: "Answer with exactly one commit.",
	});
}

async function aboutText({ session, changes, context }: ProposalOptions): Promise<string> {
	return [
		...(context ? [`What the user says about it: ${context}`] : []),
		...(await projectContext(session)),
		...(changes.branch === "" ? [] : [`Branch: ${changes.branch}`]),
		...(changes.subjects.length > 0 ? [`Earlier subjects:\n${changes.subjects.slice(0, 12).join("\n")}`] : []),
		`<stat>\n${changes.stat.slice(0, 10_000)}</stat>`,
	].join("\n\n");
}

async function askOnce(
	options: ProposalOptions,
	systemPrompt: string,
	text: string,
): Promise<CommitProposal | Problem> {
	const { session, model, rules, tell } = options;
	let problem = "";
	for (const attempt of [1, 2]) {
		await tell(attempt === 1 ? "● Writing the message…" : `● Retrying: ${problem}`);
		const again = problem === "" ? "" : `\n\nYour last answer could not be used: ${problem}.`;
		const question = { systemPrompt, text: `${text}${again}`, maxTokens: model.reasoning ? 8192 : 4096 };
		try {
			const answer = await session.conversation.aside.askAlone(question, model, AbortSignal.timeout(deadlineMs));
			const read = readProposal(answer, rules);
			const checked = "problem" in read ? read : checkSplit(options, read);
			if (!("problem" in checked)) return checked;
			problem = checked.problem;
		} catch (error) {
			problem = errorMessage(error);
		}
	}
	return { problem };
}

/** A split must have every change once. */
function checkSplit({ changes, maySplit }: ProposalOptions, proposal: CommitProposal): CommitProposal | Problem {
	if (proposal.commits.length === 1) {
		const [commit] = proposal.commits;
		return commit ? { ...proposal, commits: [{ message: commit.message }] } : { problem: "there is no commit" };
	}
	if (!maySplit) return { problem: "answer with exactly one commit" };
	const planned = planSplit(changes.units, proposal.commits, changes.hidden);
	return "problem" in planned ? planned : proposal;
}

/** Changes in places that have little to do with each other; one request sees too little of each to tell them apart. */
function looksMixed({ units, hidden }: ProposedChanges): boolean {
	const seen = units.filter(({ path }) => !hidden.has(path));
	const areas = new Set(seen.map(({ path }) => path.split("/").slice(0, 2).join("/")));
	return seen.length >= 12 && areas.size >= 4;
}

async function projectContext(session: OpenedConversation): Promise<readonly string[]> {
	const { contextFiles = [] } = await session.promptFacts();
	const texts = contextFiles.map(({ content }) => content).join("\n\n");
	return texts === "" ? [] : [`<project-context>\n${texts.slice(0, maxContextChars)}\n</project-context>`];
}

/** The diff, or of a large change what each file's is about. */
async function changeText(options: ProposalOptions, diff: string): Promise<string> {
	const { settings } = options.session;
	if (isLargeChange(options, diff.length > maxDiffChars)) return summarizeFiles(options);
	const limit = settings.get(commitSettings.changelogMaxDiffChars) || maxDiffChars;
	const cut = diff.length > limit ? `${diff.slice(0, limit)}\n… (${diff.length - limit} more characters)` : diff;
	return `<diff>\n${cut}\n</diff>`;
}
