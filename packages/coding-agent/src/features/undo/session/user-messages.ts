import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** The user's messages on a path: their text by the id of their entry. */
export function userMessages(path: readonly PathStep[]): ReadonlyMap<string, string> {
	const steps = path.filter(({ role }) => role === "user");
	return new Map(steps.map((step) => [step.id, readText(step.entry())]));
}

function readText(entry: unknown): string {
	const message = isRecord(entry) && isRecord(entry.message) ? entry.message : {};
	const { content } = message;
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content
		.flatMap((block: unknown) => (isRecord(block) && typeof block.text === "string" ? [block.text] : []))
		.join(" ");
}
