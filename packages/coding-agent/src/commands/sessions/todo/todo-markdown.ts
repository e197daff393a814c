import type { TodoPhase, TodoTask } from "@oh-my-pi/pi-session/tree/todos";

const marks: Readonly<Record<TodoTask["status"], string>> = {
	pending: " ",
	in_progress: "/",
	completed: "x",
	abandoned: "-",
	blocked: "!",
};

export function todoMarkdown(phases: readonly TodoPhase[]): string {
	return phases
		.flatMap(({ name, tasks }) => [
			`# ${name}`,
			...tasks.map(({ content, status, blocker }) => {
				return `- [${marks[status] ?? " "}] ${content}${blocker ? ` (blocked: ${blocker})` : ""}`;
			}),
		])
		.join("\n");
}

/** Reads what `todoMarkdown` writes, and lists that people write: headings are phases, list items are tasks. */
export function parseTodoMarkdown(text: string): TodoPhase[] {
	const phases: TodoPhase[] = [];
	for (const line of text.split(/\r?\n/)) {
		const heading = /^#+\s+(.+)$/.exec(line)?.[1]?.trim();
		const [, mark = " ", content] = /^\s*[-*+]\s+(?:\[(.)\]\s+)?(.+)$/.exec(line) ?? [];
		if (heading !== undefined) phases.push({ name: heading, tasks: [] });
		else if (content !== undefined) {
			if (phases.length === 0) phases.push({ name: "Tasks", tasks: [] });
			phases.at(-1)?.tasks.push(parseTask(mark.toLowerCase(), content.trim()));
		}
	}
	return phases.filter(({ tasks }) => tasks.length > 0);
}

function parseTask(mark: string, text: string): TodoTask {
	const status = (Object.keys(marks) as TodoTask["status"][]).find((name) => marks[name] === mark) ?? "pending";
	const [, content = text, blocker] = status === "blocked" ? (/^(.*) \(blocked: (.*)\)$/.exec(text) ?? []) : [];
	return { content, status, ...(blocker !== undefined && { blocker }) };
}
