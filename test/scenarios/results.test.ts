import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

type Block = { readonly type: string; readonly text?: string; readonly content?: unknown; readonly is_error?: boolean };

/** The results that the model was given, in their order. */
function resultsOf(request: unknown): Array<{ text: string; isError: boolean }> {
	const { messages } = request as { messages: ReadonlyArray<{ content: string | readonly Block[] }> };
	return messages
		.flatMap(({ content }) => (typeof content === "string" ? [] : content))
		.filter(({ type }) => type === "tool_result")
		.map(({ content, is_error }) => ({ text: resultText(content), isError: is_error === true }));
}

function resultText(content: unknown): string {
	if (typeof content === "string") return content;
	return (content as readonly Block[]).map((block) => block.text ?? "").join("\n");
}

async function run(
	calls: ReadonlyArray<readonly [tool: string, args: Record<string, unknown>]>,
	files: Readonly<Record<string, string>> = {},
) {
	await using omp = await ompProject({
		replies: [...calls.map(([tool, args]) => toolCall(tool, { i: "Working", ...args })), text("Done.")],
	});
	for (const [path, content] of Object.entries(files)) await omp.files.write(path, content);
	const { exitCode } = await omp.run(["-p", "go", "--approval-mode", "yolo"]);
	expect(exitCode).toBe(0);
	return resultsOf(omp.model.requests.at(-1));
}

const numbered = (count: number, what = "line") =>
	Array.from({ length: count }, (_, index) => `${what} ${index + 1}\n`).join("");

describe("what the model gets to read", () => {
	test("a build log of 9,000 lines costs at most 12 KB and shows its error; its rest is there to be read", async () => {
		const script = [
			"for (let n = 1; n <= 9013; n++) console.log(n === 4718",
			"? 'src/parser.cpp:212:9: error: use of undeclared identifier tokn'",
			": '[' + n + '/9013] Building CXX object src/modules/module_' + n + '.cpp.o');",
			"process.exit(2);",
		].join(" ");
		const [log, page] = await run(
			[
				["bash", { command: `${process.execPath} build.js` }],
				["read", { path: "artifact://0:4717-4719" }],
			],
			{ "build.js": script },
		);
		expect(Buffer.byteLength(log?.text ?? "")).toBeLessThanOrEqual(12 * 1024);
		expect(log?.text).toContain("4718: src/parser.cpp:212:9: error: use of undeclared identifier tokn");
		expect(log?.text).toContain("Command exited with code 2");
		expect(page?.text).toContain("\nsrc/parser.cpp:212:9: error");
	});

	test("one line of JSON is shown whole, and a longer one is paged by bytes", async () => {
		const json = JSON.stringify(Array.from({ length: 3000 }, (_, index) => ({ id: index })));
		const [short, long, first, second] = await run(
			[
				["bash", { command: "head -c 3500 data.json" }],
				["bash", { command: "cat data.json" }],
				["read", { path: "artifact://0:raw" }],
				["read", { path: "artifact://0:raw@16384" }],
			],
			{ "data.json": json },
		);
		expect(short?.text).toStartWith(`${json.slice(0, 3500)}\n\nWall time`);
		expect(long?.text).toContain("whole lines: artifact://0:raw]");
		expect(first?.text).toStartWith(`${json.slice(0, 16384)}\n\n[Bytes 0-16383 of ${json.length}`);
		expect(first?.text).toContain("Use artifact://0:raw@16384 to continue]");
		expect(second?.text).toStartWith(json.slice(16384, 16384 + 1000));
	});

	requires("python3")(
		"lines that are in the context are not sent again, unless they changed or a cell reads them",
		async () => {
			const files = { "big.txt": numbered(250) };
			const [first, again, part, changed, cell, once, twice] = await run(
				[
					["read", { path: "big.txt" }],
					["read", { path: "big.txt" }],
					["read", { path: "big.txt:1-40" }],
					["bash", { command: "sed -i s/250/x/ big.txt" }],
					["eval", { cells: [{ language: "py", code: 'print(len(str(tool.read({"path": "big.txt"}))) > 2000)' }] }],
					["read", { path: "big.txt" }],
					["read", { path: "big.txt" }],
				],
				files,
			).then((results) => results);
			const header = /^\[big\.txt#[0-9A-F]{4}\]/.exec(first?.text ?? "")?.[0];
			expect(first?.text).toContain("250:line 250");
			expect(again?.text).toBe(`${header} unchanged; lines 1-250 are above`);
			expect(part?.text).not.toContain("250:");
			expect(changed?.isError).toBe(false);
			expect(cell?.text).toContain("True");
			expect(once?.text).toContain("250:line x");
			expect(twice?.text).toMatch(/^\[big\.txt#[0-9A-F]{4}\] unchanged; lines 1-250 are above$/);
		},
	);

	requires("python3")("in cells, tools take a value without its name and answer with text", async () => {
		const cell = (language: string, code: string): ["eval", Record<string, unknown>] => [
			"eval",
			{ cells: [{ language, code }] },
		];
		const results = await run(
			[
				cell(
					"py",
					'print(tool.read("notes.md").splitlines()[-1], tool.search(pattern="needle").details["matchCount"])',
				),
				cell("py", 'print(tool.search({"pattern": "needle"})["text"].count("needle"))'),
				cell(
					"js",
					'print((await tool.read("notes.md")).split("\\n").at(-1), (await tool.search("needle")).details.matchCount)',
				),
				cell("py", "1 / 0"),
			],
			{ "notes.md": "# Notes\n\nA needle.\n" },
		);
		expect(results.map(({ isError }) => isError)).toEqual([false, false, false, true]);
		expect(results[0]?.text).toContain("3:A needle. 1");
		expect(results[1]?.text).toContain("1");
		expect(results[2]?.text).toContain("3:A needle. 1");
		expect(results[3]?.text).toContain("ZeroDivisionError");
	});

	test("apply_patch in a shell changes files", async () => {
		const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch";
		const [done] = await run([["bash", { command: `apply_patch <<'EOF'\n${patch}\nEOF` }]], { "a.txt": "one\n" });
		expect(done?.text).toContain("1:two");
	});
});
