import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { commitSettings } from "../../../settings/sections/agent/commit.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import prompt from "./commit-message.md" with { type: "text" };
import { type CommitProposal, changelogSections, commitTypes, plainProposal, readProposal } from "./commit-proposal.ts";
import filePrompt from "./file-summary.md" with { type: "text" };
import type { ProposedChanges } from "./repository-changes.ts";

export interface ProposalOptions {
	readonly session: OpenedConversation;
	readonly model: Model;
	readonly changes: ProposedChanges;
	readonly changelogs: readonly string[];
	/** What the user said about the change. */
	readonly context: string | undefined;
	readonly tell: (line: string) => Promise<void>;
}

const maxDiffChars = 60_000;
const maxContextChars = 6000;
const charsPerToken = 3;
const deadlineMs = 180_000;

/** Asks the model for a commit, once more if the answer cannot be used. Gives why there is none otherwise. */
export async function proposeCommit(options: ProposalOptions): Promise<CommitProposal | { readonly problem: string }> {
	const { session, model, changes, changelogs, tell } = options;
	const { env } = session.host;
	if (env.PI_COMMIT_TEST_FALLBACK) return { problem: "PI_COMMIT_TEST_FALLBACK is set" };
	const systemPrompt = renderPrompt(prompt, {
		types: commitTypes.join(", "),
		sections: changelogSections.join(", "),
		changelogs: changelogs.join(", ") || "none",
	});
	const described = [
		...(options.context ? [`What the user says about it: ${options.context}`] : []),
		...(await projectContext(session)),
		...(changes.subjects.length > 0 ? [`Earlier subjects:\n${changes.subjects.join("\n")}`] : []),
		`<stat>\n${changes.stat.slice(0, 10_000)}</stat>`,
		await changeText(options),
	].join("\n\n");
	let problem = "";
	for (const attempt of [1, 2]) {
		await tell(attempt === 1 ? "● Writing the message…" : `● Retrying: ${problem}`);
		const again = problem === "" ? "" : `\n\nYour last answer could not be used: ${problem}.`;
		const question = { systemPrompt, text: `${described}${again}`, maxTokens: model.reasoning ? 8192 : 2048 };
		try {
			const answer = await session.conversation.aside.askAlone(question, model, AbortSignal.timeout(deadlineMs));
			const read = readProposal(answer);
			if (!("problem" in read)) return read;
			problem = read.problem;
		} catch (error) {
			problem = errorMessage(error);
		}
	}
	return { problem };
}

/** A message without a model, unless the user wants none. */
export function fallback(
	changes: ProposedChanges,
	env: Readonly<Record<string, string | undefined>>,
): CommitProposal | undefined {
	return env.PI_COMMIT_NO_FALLBACK ? undefined : plainProposal(changes.files);
}

async function projectContext(session: OpenedConversation): Promise<readonly string[]> {
	const { contextFiles = [] } = await session.promptFacts();
	const texts = contextFiles.map(({ content }) => content).join("\n\n");
	return texts === "" ? [] : [`<project-context>\n${texts.slice(0, maxContextChars)}\n</project-context>`];
}

/** The diff, or of a large change what each file's is about. */
async function changeText(options: ProposalOptions): Promise<string> {
	const { session, changes } = options;
	const { settings, host } = session;
	const forced = host.env.PI_COMMIT_MAP_REDUCE;
	const isOn = forced ? !/^(0|false|no|off)$/i.test(forced) : settings.get(commitSettings.mapReduceEnabled);
	const whole = await changes.diff();
	const isMany = changes.files.length >= settings.get(commitSettings.mapReduceMinFiles);
	// One request is better where it sees everything.
	if (!isOn || !isMany || (whole.length <= maxDiffChars && !forced)) {
		return `<diff>\n${whole.slice(0, settings.get(commitSettings.changelogMaxDiffChars) || maxDiffChars)}\n</diff>`;
	}
	await options.tell(`● Looking at ${changes.files.length} files…`);
	const waiting = [...changes.files];
	const summaries = new Map<string, string>();
	const worker = async () => {
		for (let file = waiting.shift(); file; file = waiting.shift())
			summaries.set(file.path, await summarize(file.path, options));
	};
	await Promise.all(Array.from({ length: settings.get(commitSettings.mapReduceMaxConcurrency) }, worker));
	const parts = changes.files.map(({ path, status }) => `${status} ${path}\n${summaries.get(path) ?? ""}`);
	return `<files>\n${parts.join("\n\n")}\n</files>`;
}

async function summarize(path: string, { session, model, changes }: ProposalOptions): Promise<string> {
	const { settings, conversation } = session;
	const limit = settings.get(commitSettings.mapReduceMaxFileTokens) * charsPerToken;
	const timeoutMs = settings.get(commitSettings.mapReduceTimeoutMs) || deadlineMs;
	const diff = (await changes.diff(path)).slice(0, limit);
	const question = {
		systemPrompt: renderPrompt(filePrompt),
		text: `<diff>\n${diff}\n</diff>`,
		maxTokens: model.reasoning ? 4096 : 400,
	};
	try {
		return (await conversation.aside.askAlone(question, model, AbortSignal.timeout(timeoutMs))).trim().slice(0, 1000);
	} catch {
		// The stat still names it.
		return "";
	}
}
