import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";

export type TodoTarget = { readonly task: string } | { readonly phase: string } | { readonly all: true };

/** What a person means with a few words: a task, a phase, or everything when they say nothing. */
export function findTodo(phases: readonly TodoPhase[], words: string): TodoTarget {
	const wanted = words.trim().replace(/^(["'])(.*)\1$/, "$2");
	if (wanted === "") return { all: true };
	const tasks = phases.flatMap((phase) => phase.tasks.map(({ content }) => content));
	const names = phases.map(({ name }) => name);
	for (const fits of fittings) {
		const phase = names.filter((name) => fits(name.toLowerCase(), wanted.toLowerCase()));
		const task = tasks.filter((content) => fits(content.toLowerCase(), wanted.toLowerCase()));
		if (task.length + phase.length > 1) {
			throw new Error(`"${wanted}" could be ${[...task, ...phase].map((name) => `"${name}"`).join(" or ")}`);
		}
		if (task[0] !== undefined) return { task: task[0] };
		if (phase[0] !== undefined) return { phase: phase[0] };
	}
	throw new Error(tasks.length === 0 ? "No todos." : `No todo matches "${wanted}".`);
}

/** From what cannot be mistaken to what only looks alike. */
const fittings: ReadonlyArray<(text: string, wanted: string) => boolean> = [
	(text, wanted) => text === wanted,
	(text, wanted) => text.startsWith(wanted),
	(text, wanted) => text.includes(wanted),
	(text, wanted) => wanted.split(/\s+/).every((word) => text.includes(word)),
];
