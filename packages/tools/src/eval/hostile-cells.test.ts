import { describe, expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { evalIn } from "./testing/eval-in.ts";
import { withPython } from "./testing/with-python.ts";

const recreated = "it will be recreated on the next call, without the variables of earlier cells.]";

describe("javascript", () => {
	test("a cell may wait and return, and what it declares is no value", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		expect(await cells.js("const kept = await Promise.resolve('await'); if (kept) return kept + 1")).toBe("await1");
		expect(await cells.js("const other = kept")).toBe("(no output)");
		expect(await cells.js("class Other {}")).toBe("(no output)");
		expect(await cells.js("let a = 1; a = 2")).toBe("2");
	});

	test("one that closes the streams ends at once", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		expect(await cells.js("require('node:fs').closeSync(1)")).toEndWith(
			`[the JS worker ended with code 1 while the cell ran; ${recreated}`,
		);
		expect(await cells.js("console.log('back')")).toBe("back");
	});

	test("the globals that a cell does away with are only its own", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		expect(await cells.js("globalThis.process = null; delete globalThis.console; 1")).toBe("1");
	});

	test.skipIf(process.platform !== "linux")(
		"one that takes too much memory is ended",
		async () => {
			await using project = await workspace();
			await using cells = evalIn(project, {}, { maxMemoryBytes: 300_000_000 });
			expect(await cells.js("const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1))")).toBe(
				`[the JS worker was killed because it took too much memory while the cell ran; ${recreated}`,
			);
			expect(await cells.js("1 + 1")).toBe("2");
		},
		30_000,
	);
});

withPython(() => {
	describe("python", () => {
		test("a value that is too long is cut like output, and kept as an artifact", async () => {
			await using project = await workspace();
			const artifacts = { allocate: () => ({ id: "3", path: project.file("3.log") }), save: () => ({ id: "4" }) };
			await using cells = evalIn(project, { artifacts });
			const { content, details } = await cells.run({ language: "py", code: "'x' * 3_000_000" });
			expect(String(content).length).toBeLessThan(50_000);
			expect(JSON.stringify(details).length).toBeLessThan(50_000);
			expect(await project.read("3.log")).toHaveLength(3_000_002);
			const failed = await cells.run({ language: "py", code: "raise ValueError('y' * 3_000_000)" });
			expect(JSON.stringify(failed).length).toBeLessThan(100_000);
			const shown = await cells.run({ language: "py", code: "display({'z': ['z' * 100] * 100_000})" });
			expect(JSON.stringify(shown).length).toBeLessThan(100_000);
		});

		test("a cell that does away with its streams takes nothing from the next", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			await cells.py("import sys; sys.stdout = None; sys.stderr = None");
			expect(await cells.py("print('seen')")).toBe("seen");
			await cells.py("sys.stdout.close()");
			expect(await cells.py("print('again')")).toBe("again");
		});

		test("of a cell that forks, one goes on", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			const code =
				"import os, sys\nchild = os.fork()\nif child: _ = os.waitpid(child, 0)\n'parent' if child else 'child'";
			expect(await cells.py(code)).toBe("'parent'");
			expect(await cells.py("1 + 1")).toBe("2");
		});

		test("a mistake in the code shows the code and nothing of ours", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			const shown = await cells.py("def f(:");
			expect(shown).toMatch(/^ {2}File "<cell-1>", line 1\n/);
			expect(shown).not.toContain("ast.py");
		});
	});
});
