import type { Dialog } from "../../../dialogs/dialog.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { textDialog } from "../../../dialogs/text-dialog.ts";
import { gitLines } from "../git-lines.ts";
import type { Command, CommandContext } from "./command.ts";

type Kind = "branch" | "uncommitted" | "commit" | "text";

export const reviewCommand: Command = {
	name: "review",
	summary: "Review changes and report what is wrong with them",
	group: "prompts",
	hint: "[what to review]",
	async run(context) {
		const { session, args } = context;
		const prompt = await session.fileCommands.find("review");
		if (!prompt) return { kind: "done" };
		// A prompt of the user's own asks for what it wants by itself.
		const subject = args !== "" || !prompt.isBundled ? args : await chooseSubject(context);
		return subject === undefined ? { kind: "done" } : { kind: "prompt", text: prompt.expand(subject) };
	},
};

async function chooseSubject({ ask, session }: CommandContext): Promise<string | undefined> {
	const cwd = session.folder.path;
	switch (await ask(kindDialog)) {
		case "branch": {
			const branches = await gitLines(cwd, ["branch", "--all", "--format=%(refname:short)"]);
			const base = await ask(choice("Review against", branches, "No branches here"));
			return base && `everything on the current branch that is not on ${base} (git diff ${base}...HEAD)`;
		}
		case "uncommitted":
			return "the uncommitted changes of this repository (git status, git diff HEAD, untracked files)";
		case "commit": {
			const commits = await gitLines(cwd, ["log", "--oneline", "-50"]);
			const commit = await ask(choice("Review commit", commits, "No commits here"));
			return commit && `the commit ${commit} (git show ${commit.split(" ", 1)[0]})`;
		}
		case "text":
			return ask(textDialog({ title: "Review", question: "What should be reviewed?" }));
		default:
			return undefined;
	}
}

const kindDialog: Dialog<Kind> = selectDialog<Kind>({
	title: "Review",
	items: [
		{ value: "branch", label: "Against a base branch" },
		{ value: "uncommitted", label: "Uncommitted changes" },
		{ value: "commit", label: "One commit" },
		{ value: "text", label: "Something else" },
	],
	filterable: false,
});

function choice(title: string, names: readonly string[], emptyText: string): Dialog<string> {
	return selectDialog({ title, items: names.map((name) => ({ value: name, label: name })), emptyText });
}
