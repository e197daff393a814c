import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";

/** A small project with a bug that its test finds. */
export const broken = ["export function sum(a: number, b: number): number {", "\treturn a - b;", "}", ""].join("\n");
export const whole = broken.replace("a - b", "a + b");
export const files = {
	"package.json": '{ "name": "adder" }\n',
	"src/sum.ts": broken,
	"src/sum.test.ts": [
		'import { expect, test } from "bun:test";',
		'import { sum } from "./sum.ts";',
		"",
		'test("adds", () => expect(sum(2, 3)).toBe(5));',
		"",
	].join("\n"),
};

/** The snapshot tag of a text, as specified. */
function tagOf(content: string): string {
	const hash = Bun.hash.xxHash32(content.replace(/[ \t]+$/gm, ""), 0);
	return (hash & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}

/** The same change in each edit format. */
const edits: Readonly<Record<string, Record<string, unknown>>> = {
	hashline: { input: `[src/sum.ts#${tagOf(broken)}]\nPUT 2:\n+\treturn a + b;\n` },
	apply_patch: {
		input: "*** Begin Patch\n*** Update File: src/sum.ts\n@@\n-\treturn a - b;\n+\treturn a + b;\n*** End Patch\n",
	},
	patch: { path: "src/sum.ts", edits: [{ op: "update", diff: "@@\n-\treturn a - b;\n+\treturn a + b;\n" }] },
	replace: { path: "src/sum.ts", old_string: "a - b", new_string: "a + b" },
};
export const editModes = Object.keys(edits);

const runTests = { i: "Running the tests", command: `${process.execPath} test` };
export const lastWords = "The sum was a difference. Fixed, and the test passes.";

/** Scripted repair: run the test, read, search, edit, run it again. */
export function repair(mode: string): Reply[] {
	return [
		toolCall("bash", runTests),
		toolCalls(
			{ name: "read", arguments: { i: "Reading the source", path: "src/sum.ts" } },
			{ name: "search", arguments: { i: "Looking for callers", pattern: "sum\\(", path: "." } },
		),
		toolCall("edit", { i: "Adding instead", ...edits[mode] }),
		toolCall("bash", runTests),
		text(lastWords),
	];
}

/** Texts of the tool results in a request. */
export function resultsIn(request: Record<string, unknown> | undefined): string[] {
	const messages = (request?.messages ?? []) as Array<{ content: unknown }>;
	const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
	return blocks.filter((block) => block.type === "tool_result").map((block) => JSON.stringify(block.content));
}

/** The outcome of a repair, from files and requests. */
export async function outcome(omp: OmpProject) {
	const [before = "", source = "", found = ""] = resultsIn(omp.model.requests[2]);
	const after = resultsIn(omp.model.requests[4])[4] ?? "";
	return {
		source: await omp.files.read("src/sum.ts"),
		failedBefore: before.includes("1 fail"),
		wasRead: source.includes("return a - b;"),
		wasFound: found.includes("sum.test.ts"),
		passedAfter: after.includes("1 pass") && !after.includes("1 fail"),
	};
}

export const repaired = { source: whole, failedBefore: true, wasRead: true, wasFound: true, passedAfter: true };

export const configured = (omp: OmpProject, yaml: string) => omp.home.write(".omp/agent/config.yml", yaml);
