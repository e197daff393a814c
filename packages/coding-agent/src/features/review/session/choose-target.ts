import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import type { Ask, Dialog } from "../../../dialogs/contract/dialog.ts";
import { isGitUntrusted } from "../../../trust/git/git-trust.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

type Kind = "branch" | "uncommitted" | "staged" | "commit" | "pr" | "text";

/** Asks what to review; gives the words that `/review` takes. */
export async function chooseTarget(session: OpenedConversation, ask: Ask): Promise<string | undefined> {
	const [{ selectDialog }, { textDialog }] = await Promise.all([
		import("../../../dialogs/select-dialog.ts"),
		import("../../../dialogs/text-dialog.ts"),
	]);
	const choice = (title: string, names: readonly string[], emptyText: string): Dialog<string> =>
		selectDialog({ title, items: names.map((name) => ({ value: name, label: name })), emptyText });
	const kind = await ask(
		selectDialog<Kind>({
			title: "Review",
			items: [
				{ value: "branch", label: "Against a base branch" },
				{ value: "uncommitted", label: "Uncommitted changes" },
				{ value: "staged", label: "Staged changes" },
				{ value: "commit", label: "One commit" },
				{ value: "pr", label: "A pull request" },
				{ value: "text", label: "Something else" },
			],
			filterable: false,
		}),
	);
	switch (kind) {
		case "branch": {
			const branches = await runForLines(session, ["branch", "--all", "--format=%(refname:short)"]);
			const base = await ask(choice("Review against", branches ?? [], branches ? "No branches here" : notTrusted));
			return base && `base ${base}`;
		}
		case "commit": {
			const commits = await runForLines(session, ["log", "--oneline", "-50"]);
			const commit = await ask(choice("Review commit", commits ?? [], commits ? "No commits here" : notTrusted));
			return commit && `commit ${commit.split(" ", 1)[0]}`;
		}
		case "pr": {
			const number = await ask(textDialog({ title: "Review", question: "Number of the pull request?" }));
			return number && `pr ${number.trim().replace(/^#/, "")}`;
		}
		case "text":
			return ask(textDialog({ title: "Review", question: "What should be reviewed?" }));
		default:
			return kind;
	}
}

const notTrusted = "omp does not run git here before you trust this project: /trust";

/** The lines a git command prints; none when it fails or there is no git, `undefined` if git would run what is not trusted. */
async function runForLines(
	{ folder, host, trust }: OpenedConversation,
	args: readonly string[],
): Promise<string[] | undefined> {
	if (await isGitUntrusted(trust, host.env)) return undefined;
	try {
		const { stdout, code } = await runGit(args, { cwd: folder.path, env: host.env });
		return code === 0 ? stdout.toString("utf8").split("\n").filter(Boolean) : [];
	} catch {
		// Without git there is nothing to choose from.
		return [];
	}
}
