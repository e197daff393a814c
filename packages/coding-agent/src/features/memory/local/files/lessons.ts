import type { MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { dateText } from "../../shown/memory-text.ts";

const maxLessons = 100;
const maxContentChars = 2000;
const maxContextChars = 400;
const heading = "# Lessons";

export interface Lesson {
	readonly id: string;
	/** `YYYY-MM-DD`; empty for a line that somebody wrote by hand. */
	readonly date: string;
	readonly origin: MemoryOrigin;
	readonly content: string;
	readonly context?: string;
}

export interface NewLesson extends Omit<Lesson, "id" | "date"> {
	readonly at: number;
}

/** The text of `learned.md` with one more lesson: newest first, each once, at most 100. */
export function addLesson(text: string, lesson: NewLesson): string {
	const content = oneLine(lesson.content, maxContentChars - 1);
	const context = lesson.context === undefined ? "" : oneLine(lesson.context, maxContextChars - 1);
	const added = makeLesson(dateText(lesson.at), lesson.origin, content, context);
	return formatLessons([added, ...parseLessons(text)]);
}

/** One lesson per bullet; lines of other kinds are not lessons. */
export function parseLessons(text: string): readonly Lesson[] {
	return text.split("\n").flatMap((line) => {
		const bullet = /^[-*] (.*\S)/.exec(line)?.[1];
		if (bullet === undefined) return [];
		const [, date = "", label = "", rest = bullet] = /^(\d{4}-\d\d-\d\d) \[([^\]]*)\] (.*)$/.exec(bullet) ?? [];
		const [, content = rest, context = ""] = /^(.*?) \(context: (.*)\)$/.exec(rest) ?? [];
		return [makeLesson(date, parseOrigin(label), content, context)];
	});
}

export function formatLessons(lessons: readonly Lesson[]): string {
	const seen = new Set<string>();
	const kept = lessons.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, maxLessons);
	return `${heading}\n\n${kept.map((lesson) => `- ${lessonLine(lesson)}\n`).join("")}`;
}

/** `2026-11-18 [outside: web:example.com] content (context: why)` */
export function lessonLine({ date, origin, content, context }: Lesson): string {
	const label = origin.kind === "outside" ? `outside: ${(origin.places ?? []).join(", ")}` : origin.kind;
	const head = date === "" ? "" : `${date} [${label.replaceAll("]", " ")}] `;
	return `${head}${content}${context ? ` (context: ${context})` : ""}`;
}

function makeLesson(date: string, origin: MemoryOrigin, content: string, context: string): Lesson {
	const key = content.toLowerCase().replace(/\s+/g, " ").trim();
	const id = new Bun.CryptoHasher("sha256").update(key).digest("hex").slice(0, 12);
	return { id, date, origin, content, ...(context && { context }) };
}

function parseOrigin(label: string): MemoryOrigin {
	if (label.startsWith("outside")) {
		const places = label
			.slice("outside:".length)
			.split(",")
			.map((place) => place.trim())
			.filter((place) => place !== "");
		return { kind: "outside", places };
	}
	return { kind: label === "agent" ? "agent" : "user" };
}
