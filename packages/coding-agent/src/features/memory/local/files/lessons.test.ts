import { expect, test } from "bun:test";
import { addLesson, lessonLine, parseLessons } from "./lessons.ts";

const at = Date.parse("2026-11-18T10:00:00Z");
const agent = { kind: "agent" } as const;

test("lessons are newest first, each once however it is spelled, and at most 100", () => {
	let text = "";
	for (let number = 1; number <= 120; number++)
		text = addLesson(text, { content: `lesson ${number}`, origin: agent, at });
	text = addLesson(text, { content: "LESSON   50", origin: agent, at });
	const contents = parseLessons(text).map(({ content }) => content);
	expect(contents).toHaveLength(100);
	expect(contents.slice(0, 3)).toEqual(["LESSON 50", "lesson 120", "lesson 119"]);
	expect(contents.filter((content) => /50$/.test(content))).toEqual(["LESSON 50"]);
});

test("a lesson is one bullet of bounded length, and keeps its origin and context", () => {
	const origin = { kind: "outside", places: ["web:a.example", "mcp:jira"] } as const;
	const text = addLesson("", { content: `a\n- b ${"x".repeat(3000)}`, context: "y\n".repeat(900), origin, at });
	const [lesson, ...more] = parseLessons(text);
	expect(more).toEqual([]);
	expect(lesson).toMatchObject({ date: "2026-11-18", origin });
	expect(lesson?.content.length).toBeLessThanOrEqual(2000);
	expect(lesson?.context?.length).toBeLessThanOrEqual(400);
	expect(text).toContain(lesson ? lessonLine(lesson) : "none");
});

test("what somebody wrote by hand counts as the user's; lines that are no bullets are no lessons", () => {
	const text = "# My notes\n\nSome words.\n\n* Use tabs\n- 2026-01-02 [agent] Run it twice (context: on CI)\n-no\n";
	expect(parseLessons(text).map(({ date, origin, content, context }) => [date, origin.kind, content, context])).toEqual(
		[
			["", "user", "Use tabs", undefined],
			["2026-01-02", "agent", "Run it twice", "on CI"],
		],
	);
});
