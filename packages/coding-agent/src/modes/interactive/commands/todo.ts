import { parseTodoMarkdown, todoMarkdown } from "../../../text-commands/todo/todo-markdown.ts";
import { replaceTodos, todoCommand as textCommand } from "../../../text-commands/todo.ts";
import { editExternally } from "../edit-externally.ts";
import { type Command, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

const plain = fromTextCommand(textCommand);

export const todoCommand: Command = {
	...plain,
	async run(context) {
		const { args, session, copy } = context;
		const { phases } = session.conversation.todos;
		if (args === "copy") {
			if (phases.length === 0) return notice("No todos.");
			copy(todoMarkdown(phases));
			return notice("Todos copied to clipboard.");
		}
		if (args !== "edit") return plain.run(context);
		const edited = await editExternally(todoMarkdown(phases), context, { name: "TODO.md" });
		if (edited === undefined) return notice("The editor ended without success; the todos stay as they are.", "warning");
		return notice(await replaceTodos(parseTodoMarkdown(edited), session));
	},
};
