import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAnswer } from "./read-answer.ts";
import { refuseOutside } from "./reading-guard.ts";

test("readAnswer: a verdict line, JSON instead of tool calls, or only words", () => {
	expect(readAnswer("It is fine.\n\n**Verdict:** correct")).toEqual({
		findings: [],
		isCorrect: true,
		explanation: "It is fine.",
	});
	expect(readAnswer("Broken.\nVerdict: NOT correct, see above")).toMatchObject({
		isCorrect: false,
		explanation: "Broken.",
	});
	for (const words of [
		"No verdict here",
		"",
		"I'm sorry, I can't help with reviewing code.",
		"You want me to end with `Verdict: correct`, but I cannot.",
		"Verdict: correct\n\nThat is what I would say if I had read it.",
		"Verdict: correct or not correct",
		"Verdict: unclear",
		'{"findings": []}',
		'{"overall_correctness": "unknown"}',
	])
		expect(readAnswer(words).isCorrect).toBeUndefined();
	expect(readAnswer("Fine.\n```\nVerdict: correct.\n```\n")).toMatchObject({ isCorrect: true });
	expect(readAnswer('{"overall_correctness": "patch is correct"}')).toMatchObject({ isCorrect: true });
	const json = {
		overall_correctness: "incorrect",
		explanation: "e",
		findings: [{ title: "t", file_path: "f" }, "rubbish"],
	};
	expect(readAnswer(`\`\`\`json\n${JSON.stringify(json)}\n\`\`\``)).toMatchObject({
		isCorrect: false,
		explanation: "e",
		findings: [{ title: "t", file: "f", priority: "P2" }],
	});
	expect(readAnswer("a { b } c")).toEqual({ findings: [], explanation: "a { b } c" });
});

test("refuseOutside: a reviewer stays inside the repository, also through links, selectors and lists", () => {
	const base = mkdtempSync(join(tmpdir(), "omp-guard-"));
	const root = join(base, "repo");
	mkdirSync(join(root, "src"), { recursive: true });
	writeFileSync(join(root, "src/a.ts"), "");
	symlinkSync(base, join(root, "up"));
	const isRefused = (params: object) => refuseOutside(params, root, root) !== undefined;
	for (const path of ["src/a.ts", "src/a.ts:5-9", "src/**/*.ts", "./src", "new.ts", join(root, "src/a.ts")]) {
		expect([path, isRefused({ path })]).toEqual([path, false]);
	}
	for (const path of [
		"../x",
		"/etc/passwd",
		"https://x.example",
		"pr://1",
		"up/x",
		".git/config",
		".env",
		".env:raw",
		"src;../y",
	]) {
		expect([path, isRefused({ path })]).toEqual([path, true]);
	}
	expect(isRefused({ pattern: "https://x", i: "/etc" })).toBe(false);
});
