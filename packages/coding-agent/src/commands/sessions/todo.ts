import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import { hiddenNote } from "../../conversation/history/hidden-note.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";
import { editTodos } from "./todo/todo-edits.ts";
import { parseTodoMarkdown, todoMarkdown } from "./todo/todo-markdown.ts";

const usage =
	"Usage: /todo [edit|copy|export [path]|import [path]|append [phase] <task>|start|done|drop|rm [task|phase]]";

export const todoCommand: Command = {
	name: "todo",
	summary: "Show or edit the to-do list",
	group: "sessions",
	hint: "[append|start|done|drop|rm|export|import …]",
	subcommands: [
		{ name: "append", summary: "Add a task", usage: "append [phase] <task>" },
		{ name: "start", summary: "Start a task", usage: "start <task>" },
		{ name: "done", summary: "Complete a task, a phase, or all", usage: "done [task|phase]" },
		{ name: "drop", summary: "Drop a task, a phase, or all", usage: "drop [task|phase]" },
		{ name: "rm", summary: "Remove a task, a phase, or all", usage: "rm [task|phase]" },
		{ name: "export", summary: "Write the list as Markdown", usage: "export [path]" },
		{ name: "import", summary: "Read the list from Markdown", usage: "import [path]" },
		{ name: "copy", summary: "Copy the list as Markdown" },
		{ name: "edit", summary: "Edit the list in your editor" },
	],
	describe({ conversation }) {
		const tasks = conversation.todos.phases.flatMap((phase) => phase.tasks);
		const open = tasks.filter(({ status }) => status !== "completed" && status !== "abandoned").length;
		return tasks.length === 0 ? undefined : `${open} open of ${tasks.length}`;
	},
	run: runText,
	screen: {
		async run(call, { copy, withoutScreen }) {
			const { args, session } = call;
			const { phases } = session.conversation.todos;
			if (args === "copy") {
				if (phases.length === 0) return notice("No todos.");
				copy(todoMarkdown(phases));
				return notice("Todos copied to clipboard.");
			}
			if (args !== "edit") return runText(call);
			const { editExternally } = await import("../contract/edit-externally.ts");
			const edited = await editExternally(todoMarkdown(phases), { session, withoutScreen }, { name: "TODO.md" });
			if (edited === undefined) return notice("The editor failed; the todos are unchanged.", "warning");
			return notice(await replaceTodos(parseTodoMarkdown(edited), session));
		},
	},
};

async function runText({ args, session }: CommandCall): Promise<CommandOutcome> {
	const { phases } = session.conversation.todos;
	const [, name = "", words = ""] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
	const path = resolve(session.folder.path, words.replace(/^(["'])(.*)\1$/, "$2") || "TODO.md");
	switch (name) {
		case "":
		case "copy":
			return notice(listText(phases));
		case "edit":
			throw new Error("/todo edit needs a terminal.");
		case "export":
			await writeFile(path, `${todoMarkdown(phases)}\n`);
			return notice(`Todos written to ${path}.`);
		case "import":
			return notice(await replaceTodos(parseTodoMarkdown(await readList(path)), session));
		default: {
			const changed = editTodos(phases, name, words);
			if (!changed) throw new Error(usage);
			return notice(await replaceTodos(changed, session));
		}
	}
}

/** The user's own list from now on; the model hears of it with the next message. Gives the list as it is now. */
async function replaceTodos(phases: readonly TodoPhase[], session: OpenedConversation): Promise<string> {
	const { conversation, host } = session;
	conversation.todos.replace(phases);
	const list = phases.length === 0 ? "The list is empty now." : todoMarkdown(phases);
	const text = `<system-notice>The user has changed the todo list. It is now:\n${list}</system-notice>`;
	await conversation.submit({ type: "send", message: hiddenNote("user-todo-edit", text, host.now()), as: "next_turn" });
	return listText(phases);
}

function listText(phases: readonly TodoPhase[]): string {
	return phases.length === 0 ? "No todos." : todoMarkdown(phases);
}

async function readList(path: string): Promise<string> {
	return readFile(path, "utf8").catch(() => {
		throw new Error(`File not found: ${path}`);
	});
}
