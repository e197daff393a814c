import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires, requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { resultTexts } from "../language-servers/real-servers.ts";

const python = "/usr/bin/python3";
const hasDebugpy =
	existsSync(python) && Bun.spawnSync([python, "-c", "import debugpy"], { stderr: "ignore" }).exitCode === 0;

const does = (action: string, more: object = {}) => toolCall("debug", { i: "Looking", action, ...more });

/** Runs omp in a project with a model that makes these calls, and gives the text of each result. */
async function debugged(
	files: Readonly<Record<string, string>>,
	calls: ReadonlyArray<ReturnType<typeof does>>,
	prepare: (path: string) => Promise<unknown> = async () => {},
) {
	await using omp = await ompProject({ files, replies: [...calls, text("Found it.")] });
	await prepare(omp.path);
	const run = await omp.run(["-p", "use the debugger", "--yolo"]);
	expect(run).toMatchObject({ exitCode: 0, stdout: "Found it.\n" });
	// A prompt about debugging brings the tool.
	expect(JSON.stringify(omp.model.requests[0]?.tools)).toContain("Run a program in a debugger");
	return resultTexts(omp.model.requests.at(-1)?.messages);
}

requiresThat(hasDebugpy, `${python} with debugpy (python3-debugpy)`)(
	"Python: a wrong divisor is found by breakpoint, step and evaluate",
	async () => {
		const program =
			"def average(numbers):\n    total = sum(numbers)\n    return total / (len(numbers) - 1)\n\n\nprint(average([2, 4, 6]))\n";
		const [kept, stopped, stepped, evaluated, ended] = await debugged({ "stats.py": program }, [
			does("set_breakpoint", { file: "stats.py", line: 2 }),
			does("launch", { program: "stats.py" }),
			does("step_over"),
			does("evaluate", { expression: "total / len(numbers)" }),
			does("continue"),
		]);
		expect(kept).toContain("There is no session: they are kept for the next launch.");
		expect(stopped).toContain("Stopped (breakpoint) in average at stats.py:2");
		expect(stepped).toContain("Stopped (step) in average at stats.py:3");
		expect(evaluated).toBe("4.0: float");
		expect(ended).toBe("The program exited with code 0.\nOutput:\n6.0");
	},
	120_000,
);

requires("cc", "lldb-dap-19")(
	"C: an index behind the end is found by a breakpoint with a condition, step and evaluate",
	async () => {
		const program =
			'#include <stdio.h>\n\nstatic int sum(const int *values, int count) {\n\tint total = 0;\n\tfor (int i = 0; i <= count; i++) {\n\t\ttotal += values[i];\n\t}\n\treturn total;\n}\n\nint main(void) {\n\tint values[] = {1, 2, 3, 40};\n\tprintf("sum %d\\n", sum(values, 3));\n\treturn 0;\n}\n';
		const [, stopped, index, value, stepped, total] = await debugged(
			{ "sum.c": program },
			[
				does("set_breakpoint", { file: "sum.c", line: 6, condition: "i == count" }),
				does("launch", { program: "sum" }),
				does("evaluate", { expression: "i" }),
				does("evaluate", { expression: "values[i]" }),
				does("step_over"),
				does("evaluate", { expression: "total" }),
			],
			(cwd) => runCommand(["cc", "-g", "-O0", "-o", "sum", "sum.c"], { cwd }),
		);
		expect(stopped).toMatch(/Stopped \(breakpoint[^)]*\) in sum at sum\.c:6/);
		expect([index, value]).toEqual([expect.stringMatching(/\b3: int$/), expect.stringMatching(/\b40: const int$/)]);
		expect(stepped).toContain("Stopped (step) in sum at sum.c:5");
		expect(total).toMatch(/\b46: int$/);
	},
	120_000,
);

requires("dlv", "go")(
	"Go: a loop that begins too late is found by breakpoint, step and evaluate",
	async () => {
		const program =
			'package main\n\nimport "fmt"\n\nfunc countEven(numbers []int) int {\n\tcount := 0\n\tfor i := 1; i < len(numbers); i++ {\n\t\tif numbers[i]%2 == 0 {\n\t\t\tcount++\n\t\t}\n\t}\n\treturn count\n}\n\nfunc main() {\n\tfmt.Println("even", countEven([]int{2, 3, 4}))\n}\n';
		const [, stopped, index, missed, stepped] = await debugged(
			{ "go.mod": "module even\n\ngo 1.19\n", "main.go": program },
			[
				does("set_breakpoint", { file: "main.go", line: 8 }),
				does("launch", { program: ".", timeout: 200 }),
				does("evaluate", { expression: "i" }),
				does("evaluate", { expression: "numbers[0]" }),
				does("step_over"),
				does("terminate"),
			],
		);
		expect(stopped).toMatch(/Stopped \(breakpoint[^)]*\) in main\.countEven at main\.go:8/);
		expect([index, missed]).toEqual([expect.stringMatching(/^1\b/), expect.stringMatching(/^2\b/)]);
		expect(stepped).toContain("Stopped (step) in main.countEven at main.go:7");
	},
	300_000,
);
