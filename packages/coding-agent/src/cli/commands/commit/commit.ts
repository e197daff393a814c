import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { changelogEdits, governingChangelogs } from "./changelog/changelog-edits.ts";
import type { FileEdit } from "./changes/file-edit.ts";
import { type ProposedChanges, proposedChanges } from "./changes/repository-changes.ts";
import { admitSecrets, confirmCommit, confirmSplit, confirmStaging } from "./confirm-commit.ts";
import { changedLines, fileLines, planText } from "./describe-changes.ts";
import { finishUnlessInterrupted } from "./finish-commit.ts";
import { type CommitProposal, plainProposal } from "./proposal/commit-proposal.ts";
import { wholeDiffText } from "./proposal/diff-text.ts";
import { detectStyle, type MessageRules } from "./proposal/message-rules.ts";
import { trivialMessage } from "./proposal/trivial-change.ts";
import { commitAll, commitSplit, type SplitResult } from "./split/commit-split.ts";
import { withNeeded } from "./split/describe-plan.ts";
import { type PlannedCommit, planSplit } from "./split/plan-split.ts";

export const flags = [
	{ name: "all", alias: "a", kind: "boolean", help: "Also commit files that git does not track yet" },
	{ name: "yes", alias: "y", kind: "boolean", help: "Commit without asking" },
	{ name: "push", kind: "boolean", help: "Push the branch afterwards" },
	{ name: "dry-run", alias: "n", kind: "boolean", help: "Show what would be committed, and change nothing" },
	{ name: "no-split", kind: "boolean", help: "Make one commit, whatever changed" },
	{ name: "no-changelog", kind: "boolean", help: "Leave changelogs alone" },
	{ name: "legacy", kind: "boolean", help: "Write the message without looking at files one by one with tools" },
	{ name: "context", alias: "c", kind: "string", value: "text", help: "What the change is about" },
	{ name: "model", alias: "m", kind: "string", value: "model", help: "Model or role; commit, then smol by default" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp commit [file...] [-a|--all] [-y|--yes] [--push] [-n|--dry-run] [--no-split] [--no-changelog] [-c <text>] [-m <model>]

  Commits what is staged with a message that a model writes, in the form of Conventional Commits or in the style of the
  repository. Unrelated changes become several commits, by hunk. Shows everything, and asks at a terminal.
  With nothing staged it lists the changes of tracked files and asks; without a terminal it stops. With files, only these
  are committed. Files that git does not track stay out without --all; those that may hold secrets (.env, keys) stay out
  unless they are named. Entries for users go into the nearest CHANGELOG.md. Hooks run as they do with git commit.
`;

/** Writes the messages of one or several commits, and commits. */
export const commit: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const tell = (line: string) => io.stderr.write(`${line}\n`);
	const text = (name: string) => {
		const value = args.flags.get(name);
		return typeof value === "string" ? value : undefined;
	};
	await refuseUntrusted(host);
	const changes = await proposedChanges(host.cwd, host.env, { all: args.flags.has("all"), paths: args.messages });
	for (const line of fileLines(changes)) await tell(line);
	const isDry = args.flags.has("dry-run");
	if (changes.chosen.kind === "tracked" && !args.flags.has("yes") && !isDry) {
		if (!io.askKey)
			throw new CliError("Nothing is staged. Stage with git add, name files, or use --yes for these changes");
		if (!(await confirmStaging(changes.units.length, io))) return notCommitted();
	}
	if (!(await admitSecrets(changes, host, { io, isAsked: !args.flags.has("yes") }))) return notCommitted();
	const changelogs = args.flags.has("no-changelog") ? [] : await governingChangelogs(changes);
	const rules = messageRules(changes, text("context"));
	const maySplit =
		!args.flags.has("no-split") && !changes.isMerge && changes.units.every(({ path }) => !path.includes("\ufffd"));
	const options = { changelogs, rules, maySplit, isLegacy: args.flags.has("legacy"), context: text("context"), tell };
	const proposal = withPlainMessages(await propose(host, changes, { ...options, wanted: text("model") }));
	const edits = changelogEdits(proposal.changelog, changelogs, changes.root);
	const plan = proposal.commits.length > 1 ? planSplit(changes.units, proposal.commits, changes.hidden) : undefined;
	if (plan && "problem" in plan) throw new CliError(`The split cannot be used: ${plan.problem}`);
	const gap = plan && io.askKey && !args.flags.has("yes") ? "\n" : "";
	await io.stdout.write(plan ? `${planText(plan, changes)}${gap}` : `${proposal.commits[0]?.message ?? ""}\n`);
	for (const edit of edits) await tell(`● ${edit.path}: ${changedLines(edit).join(" | ")}`);
	if (isDry) return 0;
	const isDone = plan ? await makeSplit(plan, edits) : await makeOne(proposal.commits[0]?.message ?? "", edits);
	if (!isDone) return notCommitted();
	return args.flags.has("push") ? push(changes, io) : 0;

	async function makeOne(proposed: string, edits: readonly FileEdit[]): Promise<boolean> {
		const message = args.flags.has("yes") ? proposed : await confirmCommit(proposed, host, io);
		if (message === undefined) return false;
		await finishUnlessInterrupted((signal) => commitAll(changes, message, edits, { signal }).then(report), io);
		return true;
	}

	async function makeSplit(plan: readonly PlannedCommit[], edits: readonly FileEdit[]): Promise<boolean> {
		const answer = args.flags.has("yes") ? "all" : await confirmSplit(plan.length, io);
		if (answer === undefined) return false;
		const chosen = answer === "all" ? plan : withNeeded(plan, answer.only);
		// Entries describe the whole change.
		const chosenEdits = chosen.length === plan.length ? edits : [];
		await finishUnlessInterrupted((signal) => commitSplit(changes, chosen, chosenEdits, { signal }).then(report), io);
		return true;
	}

	async function report({ commits, notes }: SplitResult): Promise<void> {
		for (const line of commits) await tell(`● Committed ${line}`);
		for (const note of notes) await tell(`● ${note}`);
	}

	async function notCommitted(): Promise<number> {
		await tell("● Not committed");
		return 1;
	}
};

function messageRules(
	{ subjects, units, branch, ...changes }: ProposedChanges,
	context: string | undefined,
): MessageRules {
	return {
		style: detectStyle(subjects),
		paths: units.map(({ path }) => path),
		knownText: [context ?? "", branch, wholeDiffText({ units, ...changes })].join("\n"),
	};
}

interface ProposeOptions {
	readonly changelogs: readonly string[];
	readonly rules: MessageRules;
	readonly maySplit: boolean;
	readonly isLegacy: boolean;
	readonly context: string | undefined;
	readonly wanted: string | undefined;
	readonly tell: (line: string) => Promise<void>;
}

async function propose(host: Host, changes: ProposedChanges, options: ProposeOptions): Promise<CommitProposal> {
	const { tell, wanted, rules } = options;
	const trivial = options.context === undefined ? await trivialMessage(changes, rules) : undefined;
	if (trivial !== undefined) return { commits: [{ message: trivial }], changelog: {} };
	const [{ helperSession }, { proposeCommit }] = await Promise.all([
		import("../../command/helper-session.ts"),
		import("./proposal/propose-commit.ts"),
	]);
	await tell("● Resolving model…");
	await using helper = await helperSession(host, wanted === undefined ? ["commit", "smol"] : [wanted]);
	const { session, model } = helper;
	await tell(`  └─ ${model ? selectorOf(model) : "none"}`);
	const problem = `No model can be used${wanted === undefined ? "" : ` for "${wanted}"`}. Use -m, or set modelRoles.commit`;
	const answer = model ? await proposeCommit({ ...options, session, model, changes }) : { problem };
	if (!("problem" in answer)) return answer;
	if (host.env.PI_COMMIT_NO_FALLBACK) throw new CliError(`There is no message: ${answer.problem}`);
	await tell(`● Falling back to a generic message: ${answer.problem}`);
	return plainProposal(changes.units, rules);
}

/** A model may have repeated what a file says, and whoever reads the log may do so in a terminal. */
function withPlainMessages({ commits, changelog }: CommitProposal): CommitProposal {
	return { changelog, commits: commits.map((commit) => ({ ...commit, message: plainText(commit.message) })) };
}

/** Git runs what the settings of a repository name, also for a commit. */
async function refuseUntrusted(host: Host): Promise<void> {
	const [{ prepareStart }, { isGitCommandUntrusted }] = await Promise.all([
		import("../../../startup/prepare-start.ts"),
		import("../../../trust/git/git-trust.ts"),
	]);
	const { gate } = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	if (!(await isGitCommandUntrusted(gate, host.env))) return;
	throw new CliError("Hooks or settings of this repository make git run programs that are not trusted. See omp trust");
}

async function push({ repository }: ProposedChanges, io: CliIo): Promise<number> {
	const { code, stderr } = await repository.run(["push"]);
	await io.stderr.write(code === 0 ? "● Pushed\n" : `The commit is there, but pushing it failed: ${stderr.trim()}\n`);
	return code === 0 ? 0 : 1;
}
