import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import {
	type ChangelogProposal,
	type CommitProposal,
	readChangelog,
	readFields,
	readProposal,
} from "./commit-proposal.ts";
import { commitTools, runLookupTool } from "./commit-tools.ts";
import type { Problem, ProposalOptions } from "./propose-commit.ts";

export interface AgentOptions extends ProposalOptions {
	readonly systemPrompt: string;
	readonly about: string;
	/** A proposal that holds, or what is wrong with it. */
	readonly check: (proposal: CommitProposal) => CommitProposal | Problem;
}

const maxRounds = 16;
const deadlineMs = 300_000;

/** A small agent looks at the change with read-only tools, for one that is too large or too mixed for one request. */
export async function askCommitAgent(options: AgentOptions): Promise<CommitProposal | Problem> {
	const { session, model, systemPrompt, about } = options;
	const { host } = session;
	const signal = AbortSignal.timeout(deadlineMs);
	const request = `${about}\n\nLook at the change with the tools. Then call propose_commit, or split_commit if it has unrelated parts.`;
	const messages: Message[] = [{ role: "user", content: request, attribution: "agent", timestamp: host.now() }];
	const tools = commitTools(options);
	let changelog: ChangelogProposal = {};
	let proposal: CommitProposal | undefined;
	let problem = "the model proposed no commit";
	for (let round = 0; round < maxRounds; round++) {
		const reply = await session.conversation.aside
			.request({ systemPrompt: [systemPrompt], messages, tools }, { maxTokens: 8192 }, model, signal)
			.catch((error: unknown) => errorMessage(error));
		if (typeof reply === "string") return { problem: reply };
		if (reply.stopReason === "error") return { problem: reply.errorMessage ?? "the request failed" };
		const calls = reply.content.flatMap((block) => (block.type === "toolCall" ? [block] : []));
		if (calls.length === 0) return proposal ? finish(proposal) : fromText(reply);
		messages.push(reply, ...calls.map((call) => answer(call)));
		const isDone =
			proposal && (options.changelogs.length === 0 || calls.some(({ name }) => name === "propose_changelog"));
		if (proposal && isDone) return finish(proposal);
	}
	return proposal ? finish(proposal) : { problem };

	function finish(found: CommitProposal): CommitProposal {
		return { ...found, changelog: { ...found.changelog, ...changelog } };
	}

	function answer({ id, name, arguments: args }: ToolCall): ToolResultMessage {
		const { text, isError } = run(name, isRecord(args) ? args : {});
		return {
			role: "toolResult",
			toolCallId: id,
			toolName: name,
			content: [{ type: "text", text }],
			isError,
			timestamp: host.now(),
		};
	}

	function run(name: string, args: Record<string, unknown>): { readonly text: string; readonly isError: boolean } {
		if (name === "propose_changelog") {
			changelog = readChangelog(args.changelog);
			return { text: "Recorded.", isError: false };
		}
		if (name !== "propose_commit" && name !== "split_commit") return runLookupTool(name, args, options);
		const read = readFields(name === "split_commit" ? (args.commits ?? args) : args, options.rules);
		const checked = "problem" in read ? read : options.check(read);
		if ("problem" in checked) {
			problem = checked.problem;
			return { text: `This cannot be used: ${checked.problem}. Call ${name} again.`, isError: true };
		}
		proposal = checked;
		return { text: "Recorded.", isError: false };
	}

	/** Some models answer with the proposal as text. */
	function fromText(reply: AssistantMessage): CommitProposal | Problem {
		const text = reply.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
		const read = readProposal(text, options.rules);
		const checked = "problem" in read ? read : options.check(read);
		return "problem" in checked ? checked : finish(checked);
	}
}
