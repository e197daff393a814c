import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { commitTitle } from "../../text/commit-title.ts";
import type { TaskTree } from "../workspace/task-tree.ts";

/** By this line of a commit a later attempt recognizes what an earlier one delivered. */
export const taskTrailer = "Omp-Task";

export interface CommitWish {
	readonly task: Pick<Task, "id" | "createdAt">;
	readonly tree: string;
	readonly parent: string;
	readonly message: { readonly title: string; readonly body: string };
}

/** Makes a commit. The same change on the same commit is the same commit again, also on another machine with the same author. */
export async function makeCommit({ git }: TaskTree, { task, tree, parent, message }: CommitWish): Promise<string> {
	const date = `${Math.floor(task.createdAt / 1000)} +0000`;
	const body = message.body === "" ? "" : `${message.body}\n\n`;
	return git.text(["commit-tree", "-p", parent, "-F", "-", tree], {
		stdin: `${message.title}\n\n${body}${taskTrailer}: ${task.id}\n`,
		variables: { ...(await identity(git)), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
	});
}

/** Who the worker's git says it is; omp, where it says nothing. */
async function identity(git: TaskTree["git"]): Promise<Record<string, string>> {
	const { code } = await git.run(["var", "GIT_AUTHOR_IDENT"], { accept: [128] });
	const { code: hasName } = await git.run(["config", "user.name"], { accept: [1] });
	if (code === 0 && (hasName === 0 || git.env.GIT_AUTHOR_NAME)) return {};
	const name = "omp fleet";
	const email = "omp-fleet@localhost";
	return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

/** What was asked for is the title; what the model said last are the words of a conversation. */
export function messageFor(task: Pick<Task, "name" | "spec">, summary: string | undefined): CommitWish["message"] {
	return { title: commitTitle(task), body: wrapped(summary ?? "") };
}

const maxBody = 4000;

/** Lines of a trailer in it would be taken for ours. */
function wrapped(text: string): string {
	return text.slice(0, maxBody).replaceAll(`${taskTrailer}:`, `${taskTrailer} `).trim();
}
