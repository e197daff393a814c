import { describe, expect, test } from "bun:test";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { evalIn } from "./testing/eval-in.ts";
import { withPython } from "./testing/with-python.ts";

withPython(() => {
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

	verifies("tools-exec:eval:cells-in-order", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		const { content, details } = await cells.run(
			{ language: "js", code: "console.log('one')" },
			{ language: "js", code: "throw new Error('no')", title: "second" },
			{ language: "js", code: "console.log('three')" },
			{ language: "py", code: "4" },
		);
		expect(content).toBe(
			"one\n\nError: no\n    at <anonymous> (cell-2.js:2:18)\n    at cell-2.js:3:3\n\nCommand exited with code 1\n\nCell 2 of 4 (second) failed. The 2 cells after it did not run.",
		);
		expect(details?.cells.map(({ status, language, exitCode }) => [status, language, exitCode])).toEqual([
			["complete", "js", undefined],
			["error", "js", 1],
			["pending", "js", undefined],
			["pending", "python", undefined],
		]);
	});

	verifies("tools-exec:eval:state-persists", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		await cells.run({ language: "py", code: "x = 1" }, { language: "js", code: "let y = 2" });
		expect([await cells.py("x"), await cells.js("y")]).toEqual(["1", "2"]);
		expect(await cells.py("'x' in globals()", { reset: true })).toBe("False");
		expect(await cells.js("typeof y")).toBe("number");
		expect(await cells.js("typeof y", { reset: true })).toBe("undefined");
	});

	verifies("tools-exec:eval:output-form", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		const code = "import sys\nprint('out')\nprint('err', file=sys.stderr)\ndisplay({'a': [1]})\ndisplay([2])\n'value'";
		const { content, details } = await cells.run({ language: "py", code, title: "all" });
		expect(content).toBe("out\nerr\n\n'value'\n\ndisplay[1]:\n{\n  \"a\": [\n    1\n  ]\n}\n\ndisplay[2]:\n[\n  2\n]");
		expect(details).toEqual({
			language: "python",
			languages: ["python"],
			cells: [
				{
					index: 0,
					title: "all",
					code,
					language: "python",
					output: String(content),
					status: "complete",
					durationMs: 0,
				},
			],
			jsonOutputs: [{ a: [1] }, [2]],
		});
		expect(await cells.py("x = 1")).toBe("(no output)");
		const picture = await cells.run({ language: "js", code: `display(Buffer.from("${png}", "base64"))` });
		expect(picture.content).toEqual([
			{ type: "text", text: "(displayed 1 image(s); no text output)" },
			{ type: "image", data: png, mimeType: "image/png" },
		]);
		const long = await cells.py("display(['x' * 100] * 200)");
		expect(long.length).toBe("display[1]:\n".length + 8000 + 1);
	});

	verifies("tools-exec:eval:failure", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		const output = await cells.run({ language: "py", code: "def f():\n    return 1 / 0\nf()" });
		expect(String(output.content).replace(/^.*[~^]+\n/gm, "")).toBe(
			'Traceback (most recent call last):\n  File "<cell-1>", line 3, in <module>\n    f()\n  File "<cell-1>", line 2, in f\n    return 1 / 0\nZeroDivisionError: division by zero\n\nCommand exited with code 1',
		);
		expect([output.isError, output.details?.isError]).toEqual([true, true]);
	});

	verifies("tools-exec:eval:language-gates", async () => {
		await using project = await workspace();
		await using cells = evalIn(project, { languages: ["py"] });
		await expect(cells.js("1")).rejects.toThrow('cells[0].language "js" is not available. Enabled: py');
		expect(JSON.stringify(cells.tool.parameters)).toContain('"enum":["py"]');
		await using without = evalIn(project, {}, { env: { PATH: project.path } });
		await expect(without.py("1")).rejects.toThrow("Python is not available: no python3 was found on PATH.");
		expect(await without.js("1")).toBe("1");
	});

	describe("eval", () => {
		test("a cell at the top is a call too, and nonsense is answered with what is allowed", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			const single = { language: "js", code: "1 + 1" };
			expect((await runToolWith(cells.tool, single)).content).toBe("2");
			await expect(runToolWith(cells.tool, {})).rejects.toThrow(
				'cells must be an array with at least one cell, for example {"cells":[{"language":"py","code":"1 + 1"}]}',
			);
			await expect(runToolWith(cells.tool, { cells: [{ language: "js" }] })).rejects.toThrow(
				"cells[0].code must be a string",
			);
		});

		test("shows what was printed while a cell still runs", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			const seen: string[] = [];
			const code = "import time\nprint('one')\ntime.sleep(0.3)\nprint('two')";
			const params = { cells: [{ language: "py" as const, code }] };
			await runTool(cells.tool, params, { onProgress: ({ content }) => seen.push(String(content)) });
			expect(seen).toContain("one");
		});

		test("an abort stops the cell and says what there was", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			await cells.py("kept = 1");
			const controller = new AbortController();
			const seen: string[] = [];
			const running = runTool(
				cells.tool,
				{ cells: [{ language: "py", code: "print('begun', flush=True)\nwhile True: pass" }] },
				{ signal: controller.signal, onProgress: ({ content }) => seen.push(String(content)) },
			);
			running.catch(() => {});
			await until(() => seen.includes("begun"));
			controller.abort();
			await expect(running).rejects.toThrow("[Cell cancelled]\nbegun\n\nTraceback");
			expect(await cells.py("kept")).toBe("1");
		});

		test("a lot of output is cut and kept as an artifact", async () => {
			await using project = await workspace();
			const artifacts = { allocate: () => ({ id: "3", path: project.file("3.log") }), save: () => ({ id: "4" }) };
			await using cells = evalIn(project, { artifacts });
			const { content, details } = await cells.run({ language: "py", code: "for i in range(100000): print(i)" });
			expect(String(content)).toContain("bytes elided");
			expect(details?.meta?.truncation?.artifactId).toBe("3");
			expect(await project.read("3.log")).toHaveLength(588_890);
		});

		test("kernels end with the session, with what they started", async () => {
			await using project = await workspace();
			const cells = evalIn(project);
			const [python, child] = (
				await cells.py("import os, subprocess\np = subprocess.Popen(['sleep', '300'])\nprint(os.getpid(), p.pid)")
			)
				.split(" ")
				.map(Number);
			const javascript = Number(await cells.js("process.pid"));
			await cells[Symbol.asyncDispose]();
			const running = new Set((await listProcesses()).map(({ pid }) => pid));
			expect([python, child, javascript].filter((pid) => running.has(pid ?? 0))).toEqual([]);
		});

		test("schema and prompt", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			const { name, prompt, parameters } = cells.tool;
			expect({ name, prompt, parameters }).toMatchSnapshot();
			expect(prompt.length + JSON.stringify(parameters).length).toBeLessThan(900);
		});
	});
});
