import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import { applyOp } from "@oh-my-pi/pi-tools/todo/apply-op";
import type { TodoOp } from "@oh-my-pi/pi-tools/todo/todo-op";
import { parseCommandArguments } from "../../../file-commands/command-arguments.ts";
import { findTodo } from "./find-todo.ts";

type Edit = (phases: readonly TodoPhase[], words: string) => TodoOp;

/** What each subcommand that changes the list does to it. */
const edits: Readonly<Record<string, Edit>> = {
	append(phases, words) {
		const { phase, task } = parsePlace(phases, words);
		if (task === "") throw new Error("Usage: /todo append [phase] <task>");
		return { op: "append", phase, items: [task] };
	},
	start(phases, words) {
		const target = findTodo(phases, words);
		if (!("task" in target)) throw new Error("Usage: /todo start <task>");
		return { op: "start", ...target };
	},
	done: (phases, words) => ({ op: "done", ...findTarget(phases, words) }),
	drop: (phases, words) => ({ op: "drop", ...findTarget(phases, words) }),
	rm: (phases, words) => ({ op: "rm", ...findTarget(phases, words) }),
};

/** The list after an edit; `undefined` when there is no such edit. */
export function editTodos(phases: readonly TodoPhase[], name: string, words: string): TodoPhase[] | undefined {
	const edit = Object.hasOwn(edits, name) ? edits[name] : undefined;
	if (!edit) return undefined;
	return applyOp(phases, edit(phases, words)).map((phase) => ({
		...phase,
		tasks: phase.tasks.map((task) => ({ ...task })),
	}));
}

function findTarget(phases: readonly TodoPhase[], words: string): { task?: string; phase?: string } {
	const target = findTodo(phases, words);
	return "all" in target ? {} : target;
}

/** The phase is named when there is one of that name, or when both are quoted; else it is the one being worked on. */
function parsePlace(phases: readonly TodoPhase[], words: string): { phase: string; task: string } {
	const args = parseCommandArguments(words);
	const [first = "", ...rest] = args;
	const named = phases.find(({ name }) => name.toLowerCase() === first.toLowerCase());
	if (rest.length > 0 && (named || (/^["']/.test(words.trim()) && args.length === 2))) {
		return { phase: named?.name ?? first, task: rest.join(" ") };
	}
	const current = phases.find(({ tasks }) => tasks.some(({ status }) => status === "in_progress"));
	return { phase: (current ?? phases.at(-1))?.name ?? "Tasks", task: args.length === 1 ? first : words.trim() };
}
