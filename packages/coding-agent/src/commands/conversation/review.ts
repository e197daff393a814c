import type { Ask, Dialog } from "../../dialogs/dialog.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../command.ts";

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
	const cwd = session.folder.path;
	switch (kind) {
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

/** The lines a git command prints; none when it fails or there is no git. */
async function gitLines(cwd: string, args: readonly string[]): Promise<string[]> {
	try {
		const child = Bun.spawn(["git", ...args], { cwd, stdin: "ignore", stdout: "pipe", stderr: "ignore" });
		const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
		return code === 0 ? text.split("\n").filter((line) => line !== "") : [];
	} catch {
		// Without git there is nothing to choose from.
		return [];
	}
}
