import { expect, test } from "bun:test";
import type { Requirement } from "../../test/requirements.ts";
import { requirementProblems } from "./problems.ts";

const toast = { id: "kitchen:toast:golden", behavior: "Toast is golden" } as const;
const tea = { id: "kitchen:tea:hot", behavior: "Tea is hot", status: "planned" } as const;

function problems(overrides: {
	requirements?: readonly Requirement[];
	specFiles?: readonly string[];
	verified?: readonly string[];
}): readonly string[] {
	const { requirements = [toast, tea], specFiles = ["kitchen.md"], verified = [toast.id] } = overrides;
	return requirementProblems({
		areas: [{ area: "kitchen", spec: "kitchen.md", requirements }],
		specFiles,
		verifications: verified.map((id) => ({ id, file: "kitchen.test.ts" })),
	});
}

test("a list whose verified and planned lines match the tests has no problems", () => {
	expect(problems({})).toEqual([]);
});

test("an id that is not planned and that no test verifies is a problem", () => {
	expect(problems({ verified: [] })).toEqual(["kitchen:toast:golden is not planned, but no test verifies it"]);
});

test("a verified id still marked planned is a problem naming the test file", () => {
	expect(problems({ verified: [toast.id, tea.id] })).toEqual([
		"kitchen:tea:hot is marked planned, but kitchen.test.ts verifies it",
	]);
});

test("verifying an id that is not listed is a problem naming the test file", () => {
	expect(problems({ verified: [toast.id, "kitchen:soup:salty"] })).toEqual([
		"kitchen.test.ts verifies kitchen:soup:salty, which is not listed",
	]);
});

test("a duplicated id is named once", () => {
	expect(problems({ requirements: [toast, tea, tea, tea] })).toEqual(["kitchen:tea:hot is listed more than once"]);
});

test.each(["kitchen:toast", "kitchen:Toast:golden", "kitchen:toast:", "garden:toast:golden", "kitchen:toast:a--b"])(
	"%s is a malformed id in the area kitchen",
	(id) => {
		expect(problems({ requirements: [{ ...tea, id }], verified: [] })).toEqual([
			`${id} should read kitchen:subject:case in lower-case kebab`,
		]);
	},
);

test("a spec file without an area, and an area without a spec file, are problems", () => {
	expect(problems({ specFiles: ["garden.md"] })).toEqual([
		"garden.md has no area of requirements",
		"area kitchen belongs to kitchen.md, which is no spec file",
	]);
});

test("an area without requirements is a problem", () => {
	expect(problems({ requirements: [], verified: [] })).toEqual(["area kitchen is empty"]);
});
