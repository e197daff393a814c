const maxLabelChars = 60;

/** The first line of a task. */
export function taskLabel(task: string): string {
	const [line = ""] = task.trim().split("\n");
	return line.length > maxLabelChars ? `${line.slice(0, maxLabelChars - 1)}…` : line;
}
