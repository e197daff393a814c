import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import type { Ask, Dialog } from "../../dialogs/contract/dialog.ts";
import { isGitUntrusted } from "../../trust/git/git-trust.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";

type Kind = "branch" | "uncommitted" | "commit" | "text";

export const reviewCommand: Command = {
	name: "review",
	summary: "Review changes and report problems",
	group: "prompts",
	hint: "[what to review]",
	screen: {
		async run({ session, args }, { ask }) {
			const prompt = await session.fileCommands.find("review");
			if (!prompt) return { kind: "done" };
			// A prompt of the user's own asks for what it wants by itself.
			const subject = args !== "" || !prompt.isBundled ? args : await chooseSubject(session, ask);
			if (subject === undefined) return { kind: "done" };
			return { kind: "prompt", text: await session.fileCommands.prompt(prompt, subject) };
		},
	},
};

async function chooseSubject(session: OpenedConversation, ask: Ask): Promise<string | undefined> {
	const [{ selectDialog }, { textDialog }] = await Promise.all([
		import("../../dialogs/select-dialog.ts"),
		import("../../dialogs/text-dialog.ts"),
	]);
	const choice = (title: string, names: readonly string[], emptyText: string): Dialog<string> =>
		selectDialog({ title, items: names.map((name) => ({ value: name, label: name })), emptyText });
	const kind = await ask(
		selectDialog<Kind>({
			title: "Review",
			items: [
				{ value: "branch", label: "Against a base branch" },
				{ value: "uncommitted", label: "Uncommitted changes" },
				{ value: "commit", label: "One commit" },
				{ value: "text", label: "Something else" },
			],
			filterable: false,
		}),
	);
	switch (kind) {
		case "branch": {
			const branches = await runForLines(session, ["branch", "--all", "--format=%(refname:short)"]);
			const base = await ask(choice("Review against", branches ?? [], branches ? "No branches here" : notTrusted));
			return base && `everything on the current branch that is not on ${base} (git diff ${base}...HEAD)`;
		}
		case "uncommitted":
			return "the uncommitted changes of this repository (git status, git diff HEAD, untracked files)";
		case "commit": {
			const commits = await runForLines(session, ["log", "--oneline", "-50"]);
			const commit = await ask(choice("Review commit", commits ?? [], commits ? "No commits here" : notTrusted));
			return commit && `the commit ${commit} (git show ${commit.split(" ", 1)[0]})`;
		}
		case "text":
			return ask(textDialog({ title: "Review", question: "What should be reviewed?" }));
		default:
			return undefined;
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
