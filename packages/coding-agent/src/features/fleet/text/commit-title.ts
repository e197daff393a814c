import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

const maxChars = 71;

/** The subject of a commit: the name of the task, or the first line of its prompt where nobody has named it. */
export function commitTitle({ name, spec }: Pick<Task, "name" | "spec">): string {
	const [first = ""] = spec.prompt.trim().split("\n");
	const asked = oneLine(first.replace(/^[#*\s]+|[*.:\s]+$/g, ""), maxChars);
	return /#\d+$/.test(name) && asked !== "" ? asked : oneLine(name, maxChars);
}
