import { join, relative } from "node:path";
import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { type GitAnswer, runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { mayReadGit } from "../../trust/git/git-trust.ts";
import { findGitDir, realPath } from "../../trust/project.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";

/** What is known of a repository. Names and the subject are as the repository has them. */
export interface GitSummary {
	/** A commit where no branch is checked out. */
	readonly branch?: string;
	readonly mainBranch?: string;
	/** Absent where they were not looked at. */
	readonly changes?: { readonly count: number; readonly first: readonly ChangedFile[] };
	readonly subject?: string;
}

export interface ChangedFile {
	/** From the working directory. */
	readonly path: string;
	readonly state: "changed" | "new" | "conflict";
}

export interface GitPlace {
	readonly cwd: string;
	readonly env: GitEnv;
	readonly gate: TrustGate;
	readonly signal: AbortSignal;
}

const maxFiles = 10;

/**
 * Reads a repository, and reports each time more is known; reports nothing where there is none. Of one whose configuration nobody
 * trusts only the branch is read, without git.
 */
export async function readGitSummary(place: GitPlace, report: (summary: GitSummary) => void): Promise<void> {
	const { gate, env, cwd } = place;
	const { root } = gate.project;
	const head = readHead(root);
	if (head === undefined) return;
	let summary: GitSummary = head;
	report(summary);
	if (!(await mayReadGit(gate, env))) return;
	const add = (more: GitSummary) => {
		summary = { ...summary, ...more };
		report(summary);
	};
	const ask = async (args: readonly string[], read: (output: string) => GitSummary) => {
		const answer = await askGit(args, place);
		if (answer?.code === 0) add(read(answer.stdout.toString("utf8")));
	};
	const checkedOut = `refs/heads/${head.branch}`;
	await Promise.all([
		ask(["for-each-ref", "--format=%(refname) %(symref) %(subject)", ...mainRefs, checkedOut], (output) =>
			readRefs(output, checkedOut),
		),
		// Git would run a git of its own in each submodule, to which none of our options apply.
		ask(["status", "--porcelain=v2", "-z", "--branch", "--ignore-submodules=dirty"], (output) =>
			readStatus(output, (path) => relative(realPath(cwd), join(root, path))),
		),
	]);
}

async function askGit(args: readonly string[], { cwd, env, signal }: GitPlace): Promise<GitAnswer | undefined> {
	return runGit(args, { cwd, env, signal }).catch(() => undefined);
}

/** Without git. */
function readHead(root: string): GitSummary | undefined {
	const gitDir = findGitDir(root);
	const head = gitDir && readRegularFile(join(gitDir, "HEAD"), 4096)?.trim();
	if (!head) return undefined;
	return { branch: /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 7) };
}

const remoteHead = "refs/remotes/origin/HEAD";
const mainRefs = [remoteHead, "refs/heads/main", "refs/heads/master", "refs/heads/trunk"];

/** The main branch is the one that the remote names, else the first of the usual names that is there. */
function readRefs(output: string, checkedOut: string): GitSummary {
	const found = new Map(
		output.split("\n").map((line) => {
			const [name = "", target = "", ...subject] = line.split(" ");
			return [name, { target, subject: subject.join(" ") }];
		}),
	);
	const remote = found.get(remoteHead)?.target.replace("refs/remotes/origin/", "");
	const usual = mainRefs.find((name) => name !== remoteHead && found.has(name));
	const mainBranch = remote || usual?.replace("refs/heads/", "");
	const subject = found.get(checkedOut)?.subject;
	return { ...(mainBranch !== undefined && { mainBranch }), ...(subject && { subject }) };
}

/** What `git status --porcelain=v2 -z --branch` prints. */
export function readStatus(output: string, nameOf: (path: string) => string): GitSummary {
	const first: ChangedFile[] = [];
	let count = 0;
	let branch: string | undefined;
	let hash = "";
	const records = output.split("\0");
	for (let index = 0; index < records.length; index++) {
		const record = records[index] ?? "";
		const [kind = "", ...words] = record.split(" ");
		if (kind === "#") {
			if (words[0] === "branch.head") branch = words[1];
			else if (words[0] === "branch.oid") hash = words[1]?.slice(0, 7) ?? "";
			continue;
		}
		const before = fieldsBefore[kind];
		if (before === undefined) continue;
		count++;
		if (first.length < maxFiles) {
			const state = kind === "?" ? "new" : kind === "u" ? "conflict" : "changed";
			first.push({ path: nameOf(words.slice(before).join(" ")), state });
		}
		// The record behind that of a renamed file is its old name.
		if (kind === "2") index++;
	}
	const head = branch === "(detached)" ? hash : branch;
	return { ...(head !== undefined && { branch: head }), changes: { count, first } };
}

/** Words between the kind of a record and its path. */
const fieldsBefore: Readonly<Record<string, number>> = { "1": 7, "2": 8, u: 9, "?": 0 };
