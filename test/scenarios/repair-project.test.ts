import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { type Reply, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const broken = ["export function sum(a: number, b: number): number {", "\treturn a - b;", "}", ""].join("\n");
const whole = broken.replace("a - b", "a + b");
const files = {
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

/** The tag under which a text is shown, as the specification defines it. */
function tagOf(content: string): string {
	const hash = Bun.hash.xxHash32(content.replace(/[ \t]+$/gm, ""), 0);
	return (hash & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}

/** The same change in the words of each edit mode. */
const edits: Readonly<Record<string, Record<string, unknown>>> = {
	hashline: { input: `[src/sum.ts#${tagOf(broken)}]\nPUT 2:\n+\treturn a + b;\n` },
	apply_patch: {
		input: "*** Begin Patch\n*** Update File: src/sum.ts\n@@\n-\treturn a - b;\n+\treturn a + b;\n*** End Patch\n",
	},
	patch: { path: "src/sum.ts", edits: [{ op: "update", diff: "@@\n-\treturn a - b;\n+\treturn a + b;\n" }] },
	replace: { path: "src/sum.ts", old_string: "a - b", new_string: "a + b" },
};

const runTests = { i: "Running the tests", command: `${process.execPath} test` };

/** What a model does that finds a failing test: run it, read, search, change, run it again. */
function repair(mode: string): Reply[] {
	return [
		toolCall("bash", runTests),
		toolCalls(
			{ name: "read", arguments: { i: "Reading the source", path: "src/sum.ts" } },
			{ name: "search", arguments: { i: "Looking for callers", pattern: "sum\\(", path: "." } },
		),
		toolCall("edit", { i: "Adding instead", ...edits[mode] }),
		toolCall("bash", runTests),
		text("The sum was a difference. Fixed, and the test passes."),
	];
}

/** The texts of the tool results a request carries, in order. */
function resultsIn(request: Record<string, unknown> | undefined): string[] {
	const messages = (request?.messages ?? []) as Array<{ content: unknown }>;
	const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
	return blocks.filter((block) => block.type === "tool_result").map((block) => JSON.stringify(block.content));
}

const configured = (omp: OmpProject, yaml: string) => omp.home.write(".omp/agent/config.yml", yaml);

describe("repairing a project in print mode", () => {
	test.each(Object.keys(edits))(
		"with edits in the mode %s",
		async (mode) => {
			await using omp = await ompProject({ files, replies: repair(mode) });
			const { stdout, exitCode } = await omp.run(["-p", "make the test pass"], { env: { PI_EDIT_VARIANT: mode } });
			expect([stdout, exitCode]).toEqual(["The sum was a difference. Fixed, and the test passes.\n", 0]);
			expect(await omp.files.read("src/sum.ts")).toBe(whole);
			const [before, source, found] = resultsIn(omp.model.requests[2]);
			expect(before).toContain("1 fail");
			expect(source).toContain("return a - b;");
			expect(found).toContain("sum.test.ts");
			const after = resultsIn(omp.model.requests[4])[4];
			expect(after).toContain("1 pass");
			expect(after).not.toContain("1 fail");
		},
		20_000,
	);

	test("with approvals on, what the rules allow runs and nothing else", async () => {
		await using omp = await ompProject({ files, replies: repair("hashline") });
		await configured(omp, "tools:\n  approvalMode: always-ask\n  approval:\n    edit: allow\n    bash: ALLOW\n");
		expect((await omp.run(["-p", "make the test pass"])).exitCode).toBe(0);
		expect(await omp.files.read("src/sum.ts")).toBe(whole);
	}, 20_000);

	verifies(
		"cli:flag:approval",
		async () => {
			await using omp = await ompProject({ files, replies: [...repair("hashline"), ...repair("hashline")] });
			await configured(omp, "tools:\n  approvalMode: always-ask\n");
			await omp.run(["-p", "make the test pass"]);
			expect(await omp.files.read("src/sum.ts")).toBe(broken);
			const [first, source, , edit] = resultsIn(omp.model.requests[4]);
			expect(first).toContain('Tool \\"bash\\" requires approval but no interactive UI available.');
			expect(source).toContain("return a - b;");
			expect(edit).toContain('Tool \\"edit\\" requires approval');
			await omp.run(["-p", "--approval-mode", "write", "make the test pass"]);
			expect(await omp.files.read("src/sum.ts")).toBe(whole);
			const [again] = resultsIn(omp.model.requests[9]);
			expect(again).toContain('Tool \\"bash\\" requires approval');
			for (const flag of ["--yolo", "--auto-approve"]) {
				omp.model.script(toolCall("bash", { i: "Saying hi", command: "echo hi" }), text("Done."));
				await omp.run(["-p", flag, "say hi"]);
				expect(resultsIn(omp.model.requests.at(-1))[0]).toContain("hi");
			}
			const wrong = await omp.run(["-p", "--approval-mode", "sometimes", "x"]);
			expect([wrong.exitCode, wrong.stderr]).toEqual([
				2,
				'Error: --approval-mode must be one of: always-ask, write, yolo; got "sometimes"\n',
			]);
		},
		30_000,
	);

	test("a deny holds also where everything is allowed", async () => {
		await using omp = await ompProject({ files, replies: repair("hashline") });
		await configured(omp, "tools:\n  approval:\n    bash: deny\n    edit: nonsense\n");
		await omp.run(["-p", "--yolo", "make the test pass"]);
		const [denied] = resultsIn(omp.model.requests[4]);
		expect(denied).toContain('To allow: remove \\"tools.approval.bash: deny\\" from config.');
		expect(await omp.files.read("src/sum.ts")).toBe(whole);
	}, 20_000);
});

verifies("tools-agent:registry:unknown-tool-flag", async () => {
	await using omp = await ompProject();
	const { stderr, exitCode } = await omp.run(["-p", "x", "--tools", "read,serach"]);
	expect(exitCode).toBe(2);
	expect(stderr).toMatch(
		/^Error: Unknown tool in --tools: serach\. Valid tools: read, write, .*\. Did you mean search\?\n$/,
	);
});
