import type { TodoTask } from "@oh-my-pi/pi-session/todos";
import type { TextCommand } from "./text-command.ts";

const marks: Readonly<Record<TodoTask["status"], string>> = {
	pending: "[ ]",
	in_progress: "[/]",
	completed: "[x]",
	abandoned: "[-]",
	blocked: "[!]",
};

export const todoCommand: TextCommand = {
	name: "todo",
	description: "Show what is to be done",
	group: "sessions",
	async run(_args, { conversation }) {
		const { phases } = conversation.todos;
		if (phases.length === 0) return { output: "No todos." };
		const lines = phases.flatMap(({ name, tasks }) => [
			`# ${name}`,
			...tasks.map(({ content, status }) => `- ${marks[status] ?? "[ ]"} ${content}`),
		]);
		return { output: lines.join("\n") };
	},
};
