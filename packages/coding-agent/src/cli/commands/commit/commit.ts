import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { changelogEdits, governingChangelogs } from "./changelog-edits.ts";
import type { CommitProposal } from "./commit-proposal.ts";
import { confirmCommit } from "./confirm-commit.ts";
import { type FileEdit, type ProposedChanges, proposedChanges } from "./repository-changes.ts";
import { leftOutLines } from "./select-files.ts";

export const flags = [
	{ name: "all", alias: "a", kind: "boolean", help: "Also commit files that git does not track yet" },
	{ name: "yes", alias: "y", kind: "boolean", help: "Commit without asking" },
	{ name: "push", kind: "boolean", help: "Push the branch afterwards" },
	{ name: "dry-run", alias: "n", kind: "boolean", help: "Show what would be committed, and change nothing" },
	{ name: "no-changelog", kind: "boolean", help: "Leave changelogs alone" },
	{ name: "legacy", kind: "boolean", help: "Accepted; there is one way to write messages" },
	{ name: "context", alias: "c", kind: "string", value: "text", help: "What the change is about" },
	{ name: "model", alias: "m", kind: "string", value: "model", help: "Model or role; commit, then smol by default" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp commit [file...] [-a|--all] [-y|--yes] [--push] [-n|--dry-run] [--no-changelog] [-c <text>] [-m <model>]

  Commits what is staged, or all changes of tracked files if nothing is, with a message that a model writes in the form of
  Conventional Commits. Shows the files, and asks at a terminal. With files, only these are committed. Files that git does
  not track stay out without --all; those that may hold secrets (.env, keys) stay out unless they are named.
  Entries for users go into the nearest CHANGELOG.md. Hooks run as they do with git commit.
`;

/** Writes the message of a commit, and commits. */
export const commit: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const tell = (line: string) => io.stderr.write(`${line}\n`);
	await refuseUntrusted(host);
	const changes = await proposedChanges(host.cwd, host.env, { all: args.flags.has("all"), paths: args.messages });
	for (const line of fileLines(changes)) await tell(line);
	const changelogs = args.flags.has("no-changelog") ? [] : await governingChangelogs(changes);
	const text = (name: string) => {
		const value = args.flags.get(name);
		return typeof value === "string" ? value : undefined;
	};
	const proposal = await propose(host, changes, { changelogs, context: text("context"), wanted: text("model"), tell });
	const edits = changelogEdits(proposal, changelogs, changes.root);
	await io.stdout.write(`${proposal.message}\n`);
	for (const edit of edits) await tell(`● ${edit.path}: ${addedLines(edit).join(" | ")}`);
	if (args.flags.has("dry-run")) return 0;
	const message = args.flags.has("yes") ? proposal.message : await confirmCommit(proposal.message, host, io);
	if (message === undefined) {
		await tell("● Not committed");
		return 1;
	}
	await tell(`● Committed ${await changes.commit(message, edits)}`);
	return args.flags.has("push") ? push(changes, io) : 0;
};

const maxListed = 40;

/** What will be committed, and what not. */
function fileLines({ chosen, files }: ProposedChanges): string[] {
	const count = `(${files.length} ${files.length === 1 ? "file" : "files"})`;
	const heading = {
		staged: `● Committing what is staged ${count}`,
		tracked: `● Nothing staged; committing all changes of tracked files ${count}`,
		all: `● Committing all changes ${count}`,
		named: `● Committing what was named ${count}`,
	}[chosen.kind];
	const more = files.length - maxListed;
	return [
		heading,
		...files.slice(0, maxListed).map(({ status, path }) => `  ${status} ${path}`),
		...(more > 0 ? [`  … ${more} more`] : []),
		...leftOutLines(chosen),
	];
}

async function propose(
	host: Host,
	changes: ProposedChanges,
	options: {
		readonly changelogs: readonly string[];
		readonly context: string | undefined;
		readonly wanted: string | undefined;
		readonly tell: (line: string) => Promise<void>;
	},
): Promise<CommitProposal> {
	const { tell, wanted } = options;
	const [{ helperSession }, { fallback, proposeCommit }] = await Promise.all([
		import("../../command/helper-session.ts"),
		import("./propose-commit.ts"),
	]);
	await tell("● Resolving model…");
	await using helper = await helperSession(host, wanted === undefined ? ["commit", "smol"] : [wanted]);
	const { session, model } = helper;
	await tell(`  └─ ${model ? selectorOf(model) : "none"}`);
	const problem = `No model can be used${wanted === undefined ? "" : ` for "${wanted}"`}. Use -m, or set modelRoles.commit`;
	const answer = model ? await proposeCommit({ session, model, changes, ...options }) : { problem };
	if (!("problem" in answer)) return answer;
	const plain = fallback(changes, host.env);
	if (!plain) throw new CliError(`There is no message: ${answer.problem}`);
	await tell(`● Falling back to a generic message: ${answer.problem}`);
	return plain;
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

async function push({ git }: ProposedChanges, io: CliIo): Promise<number> {
	const { code, stderr } = await git(["push"]);
	await io.stderr.write(code === 0 ? "● Pushed\n" : `The commit is there, but pushing it failed: ${stderr.trim()}\n`);
	return code === 0 ? 0 : 1;
}

function addedLines({ before, after }: FileEdit): string[] {
	const known = new Set(before.split("\n"));
	return after.split("\n").filter((line) => line.startsWith("- ") && !known.has(line));
}
