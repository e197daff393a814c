import type { Task, TaskProgress, TaskResult } from "@oh-my-pi/pi-fleet/contract/task";
import { TaskFailure } from "../contract/task-failure.ts";
import { FleetGitError } from "../workspace/fleet-git.ts";
import type { Workspace } from "../workspace/make-workspace.ts";
import { makeCommit, messageFor } from "./commit.ts";
import { openPullRequest } from "./pull-request.ts";
import { Remote } from "./push.ts";

export interface DeliveryWish {
	readonly task: Task;
	readonly workspace: Workspace;
	/** What is delivered. */
	readonly tree: string;
	readonly progress: TaskProgress;
	readonly summary: string | undefined;
	/** Of this attempt. */
	readonly folder: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
	/** Called before anything leaves the machine; throws when somebody else has the task. */
	readonly announce: (delivering: NonNullable<TaskProgress["delivering"]>) => Promise<void>;
}

type Delivered = Pick<TaskResult, "branch" | "commit" | "pullRequest">;

/** A branch that others push to, too. */
const maxTries = 6;

/** Brings a change to where it is wanted. Done again by another attempt, it completes what is missing and repeats nothing. */
export async function deliver(wish: DeliveryWish): Promise<Delivered> {
	const { deliver: how } = wish.task.spec;
	if (how.kind === "patch" || how.kind === "json" || wish.tree === wish.workspace.tree.baseTree) return {};
	const { remote } = wish.workspace;
	if (remote === undefined) {
		throw new TaskFailure(
			"delivery",
			`${wish.task.spec.repository} is no git repository, so it has no branches. Deliver a patch`,
		);
	}
	const large = await wish.workspace.tree.changedLargeFiles(wish.tree);
	if (large.length > 0) {
		throw new TaskFailure(
			"delivery",
			`${large.join(", ")}: files in Git LFS were changed, which cannot be pushed from here`,
		);
	}
	if (how.kind === "commit") return pushOnto(wish, remote, how.branch);
	const pushed = await pushNew(wish, remote, how.branch ?? `omp/${wish.task.id}`);
	if (how.kind === "branch") return pushed;
	const { title, body } = messageFor(wish.task, wish.summary);
	const pullRequest = await openPullRequest({
		remote,
		branch: pushed.branch,
		base: how.base ?? wish.workspace.branch,
		isDraft: how.draft ?? false,
		title,
		body: `${body}\n\nTask ${wish.task.id} of omp fleet.`.trim(),
		folder: wish.folder,
		env: wish.env,
		signal: wish.signal,
	});
	return { ...pushed, pullRequest };
}

/** A branch of the task's own. */
async function pushNew(wish: DeliveryWish, url: string, branch: string): Promise<Delivered & { branch: string }> {
	const { task, workspace, signal } = wish;
	const { tree } = workspace;
	const remote = new Remote(tree.git, url, signal);
	const commit = await commitOn(wish, tree.base, wish.tree);
	// Nobody else can have it unless an earlier attempt has been there.
	if (wish.progress.delivering === undefined) {
		await wish.announce({ commit, branch });
		if (await remote.push(commit, branch, { isNew: true })) return { branch, commit };
	}
	const head = await remote.head(branch);
	if (head !== undefined) {
		const earlier = await remote.delivered(task.id, tree.base, head);
		if (earlier !== undefined) return { branch, commit: earlier };
		throw new TaskFailure(
			"delivery",
			`The branch ${branch} exists already and is not of this task. Choose another one`,
		);
	}
	await wish.announce({ commit, branch });
	if (!(await remote.push(commit, branch, { isNew: true })))
		throw new TaskFailure("delivery", `The branch ${branch} was made by somebody else meanwhile`);
	return { branch, commit };
}

/** One commit more on a branch that others work on, too. */
async function pushOnto(wish: DeliveryWish, url: string, branch: string): Promise<Delivered> {
	const { task, workspace, signal } = wish;
	const { tree } = workspace;
	const remote = new Remote(tree.git, url, signal);
	for (let tries = 0; tries < maxTries; tries++) {
		const head = await remote.head(branch);
		if (head === undefined) throw new TaskFailure("delivery", `There is no branch ${branch} to commit to`);
		const earlier = await remote.delivered(task.id, tree.base, head);
		if (earlier !== undefined) return { branch, commit: earlier };
		const commit = await commitOn(wish, head, await mergedOnto(wish, head, branch));
		await wish.announce({ commit, branch });
		if (await remote.push(commit, branch, { isNew: false })) return { branch, commit };
	}
	throw new TaskFailure("conflict", `The branch ${branch} moves faster than this task can push to it`);
}

/** The change on top of what the branch has become. */
async function mergedOnto(wish: DeliveryWish, head: string, branch: string): Promise<string> {
	const { tree } = wish.workspace;
	if (head === tree.base) return wish.tree;
	const ours = await commitOn(wish, tree.base, wish.tree);
	try {
		const { stdout, code } = await tree.git.run(["merge-tree", "--write-tree", "--name-only", "-z", head, ours], {
			accept: [1],
		});
		const [merged = "", ...rest] = stdout.toString().split("\0");
		if (code === 0) return merged.trim();
		const files = rest.slice(0, rest.indexOf("")).join(", ");
		throw new TaskFailure(
			"conflict",
			`The branch ${branch} has moved, and the change does not apply to it any more: ${files}`,
		);
	} catch (error) {
		if (!(error instanceof FleetGitError)) throw error;
		throw new TaskFailure(
			"conflict",
			`The branch ${branch} has moved, and the change could not be merged. ${error.message}`,
		);
	}
}

function commitOn({ task, workspace, summary }: DeliveryWish, parent: string, tree: string): Promise<string> {
	return makeCommit(workspace.tree, { task, tree, parent, message: messageFor(task, summary) });
}
