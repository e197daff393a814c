import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { requires, requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { debugWorld } from "./testing/debug-world.ts";

/** The system's own Python; the package python3-debugpy is for it. */
const python = "/usr/bin/python3";
const hasDebugpy =
	existsSync(python) && Bun.spawnSync([python, "-c", "import debugpy"], { stderr: "ignore" }).exitCode === 0;
const withPython = (name: string, run: () => Promise<void>) =>
	requiresThat(hasDebugpy, `${python} with debugpy (python3-debugpy)`)(name, run, 90_000);
const withC = (name: string, run: () => Promise<void>) => requires("cc", "lldb-dap-19")(name, run, 90_000);
const withGo = (name: string, run: () => Promise<void>) => requires("dlv", "go")(name, run, 300_000);
const verifies = (id: string, run: () => Promise<void>) => withPython(verificationName(id), run);

const pythonProgram = `def average(numbers):
    total = 0
    for number in numbers:
        total += number
    return total / (len(numbers) - 1)


def main():
    values = [2, 4, 6]
    print("average", average(values))


main()
`;

const cProgram = `#include <stdio.h>

static int sum(const int *values, int count) {
	int total = 0;
	for (int i = 0; i <= count; i++) {
		total += values[i];
	}
	return total;
}

int main(void) {
	int values[] = {1, 2, 3, 40};
	printf("sum %d\\n", sum(values, 3));
	return 0;
}
`;

const goProgram = `package main

import "fmt"

func countEven(numbers []int) int {
	count := 0
	for i := 1; i < len(numbers); i++ {
		if numbers[i]%2 == 0 {
			count++
		}
	}
	return count
}

func main() {
	fmt.Println("even", countEven([]int{2, 3, 4}))
}
`;

const serverProgram = `import debugpy, time
host, port = debugpy.listen(("127.0.0.1", 0))
print(port, flush=True)
count = 0
while True:
    count += 1
    time.sleep(0.01)
`;

verifies("tools-exec:debug:evaluate", async () => {
	await using world = await debugWorld({ "stats.py": pythonProgram });
	await world.text({ action: "set_breakpoint", file: "stats.py", line: 5 });
	const stop = await world.run({ action: "launch", program: "stats.py" });
	expect(stop.details?.snapshot).toMatchObject({
		reason: "breakpoint",
		function: "average",
		path: "stats.py",
		line: 5,
	});
	expect(stop.details?.variables?.map(({ name, value }) => [name, value])).toEqual([
		["number", "6"],
		["numbers", "[2, 4, 6]"],
		["total", "12"],
	]);
	// The sum is right, the divisor is not.
	expect(await world.text({ action: "evaluate", expression: "len(numbers)" })).toBe("3: int");
	expect(await world.text({ action: "evaluate", expression: "total / len(numbers)" })).toBe("4.0: float");
	const frames = (await world.run({ action: "stack_trace" })).details?.stackFrames ?? [];
	expect(frames.map(({ name, line }) => [name, line])).toEqual([
		["average", 5],
		["main", 10],
		["<module>", 13],
	]);
	expect(await world.text({ action: "evaluate", expression: "values", frame_id: frames[1]?.id ?? 0 })).toStartWith(
		"[2, 4, 6]",
	);
	expect(await world.failure({ action: "evaluate", expression: "nothing_like_it" })).toContain("NameError");
	expect(await world.text({ action: "step_out" })).toContain("in main at stats.py:10");
	expect(await world.text({ action: "continue" })).toBe("The program exited with code 0.\nOutput:\naverage 6.0");
});

verifies("tools-exec:debug:launch-and-attach", async () => {
	await using world = await debugWorld({
		"stats.py": pythonProgram,
		"server.py": serverProgram,
		"fails.py": "import sys\ndef inverse(x):\n    return 1 / x\nprint(inverse(0))\n",
	});
	const entry = await world.text({ action: "launch", program: "python3 stats.py" });
	expect(entry).toContain("No breakpoints are set, so it is to stop at its beginning.");
	expect(entry).toContain("Stopped (entry) in <module> at stats.py:1, thread 1");
	await world.text({ action: "terminate" });
	await world.text({ action: "launch", program: "fails.py", adapter: "debugpy" });
	expect(await world.text({ action: "continue" })).toMatch(
		/^Stopped \(exception\) in inverse at fails\.py:3, thread 1\nZeroDivisionError: division by zero\n/,
	);
	await world.text({ action: "terminate" });
	await using server = Bun.spawn([python, "server.py"], { cwd: world.project.path, stdout: "pipe", stderr: "ignore" });
	const { value } = await server.stdout.getReader().read();
	const port = Number(new TextDecoder().decode(value));
	await world.text({ action: "set_breakpoint", file: "server.py", line: 6 });
	const attached = await world.text({ action: "attach", port });
	expect(attached).toContain(`Attached to 127.0.0.1:${port} with debugpy`);
	expect(attached).toContain("in <module> at server.py:6");
	expect(await world.text({ action: "evaluate", expression: "count > 0" })).toBe("True: bool");
	expect(await world.text({ action: "terminate" })).toStartWith(`Detached from 127.0.0.1:${port}`);
	// It was there before, and goes on.
	expect(server.exitCode).toBeNull();
});

withC("a planted bug in C is found by breakpoint, step and evaluate", async () => {
	await using world = await debugWorld({ "sum.c": cProgram });
	const build = Bun.spawnSync(["cc", "-g", "-O0", "-o", "sum", "sum.c"], { cwd: world.project.path });
	expect(build.exitCode).toBe(0);
	expect(await world.failure({ action: "launch", program: "sum.c" })).toBe(
		"sum.c is no compiled program. Build it with debug information first (cc -g -O0, cargo build) and launch the result.",
	);
	expect(await world.text({ action: "launch", program: "sum" })).toContain("Stopped (breakpoint) in main at sum.c:12");
	await world.text({ action: "set_breakpoint", file: "sum.c", line: 6, condition: "i == 3" });
	const stop = await world.run({ action: "continue" });
	expect(stop.details?.snapshot).toMatchObject({ function: "sum", path: "sum.c", line: 6 });
	const values = Object.fromEntries(stop.details?.variables?.map(({ name, value }) => [name, value]) ?? []);
	// It reads one past the end.
	expect([values.i, values.count, values.total]).toEqual(["3", "3", "6"]);
	expect(await world.text({ action: "evaluate", expression: "values[3]", context: "watch" })).toContain("40");
	const after = await world.run({ action: "step_over" });
	expect(after.details?.variables?.find(({ name }) => name === "total")?.value).toBe("46");
	expect(await world.text({ action: "data_breakpoint_info", name: "total" })).toMatch(/^data_id .*access: /);
	expect(await world.text({ action: "disassemble", instruction_count: 3 })).toMatch(/^0x[0-9a-f]+ \w+/i);
	expect(await world.text({ action: "modules" })).toContain("libc.so");
	expect(await world.text({ action: "continue" })).toBe("The program exited with code 0.\nOutput:\nsum 46");
});

const loopProgram = `#include <stdio.h>
#include <unistd.h>

int n = 3;

static int work(int times) {
	int left = times;
	while (left > 0) {
		usleep(20000);
		left--;
	}
	return left;
}

int main(void) {
	puts("up");
	fflush(stdout);
	return work(100000);
}
`;

withC("a variable named like a command of the debugger is evaluated, and a pause shows the user's frame", async () => {
	await using world = await debugWorld({ "loop.c": loopProgram });
	const build = Bun.spawnSync(["cc", "-g", "-O0", "-o", "loop", "loop.c"], { cwd: world.project.path });
	expect(build.exitCode).toBe(0);
	await world.text({ action: "set_breakpoint", file: "loop.c", line: 8 });
	const stop = await world.run({ action: "launch", program: "loop" });
	expect(stop.details?.snapshot).toMatchObject({ function: "work", line: 8 });
	const line = async () => (await world.run({ action: "stack_trace" })).details?.stackFrames?.[0]?.line;
	expect(await world.text({ action: "evaluate", expression: "n" })).toMatch(/^3(?:: int)?$/);
	expect(await world.text({ action: "evaluate", expression: "n + 1" })).toMatch(/^4(?:: int)?$/);
	expect(await world.text({ action: "evaluate", expression: "left = 90000" })).toMatch(/^90000(?:: int)?$/);
	expect(await line()).toBe(8);
	await world.text({ action: "remove_breakpoint", file: "loop.c", line: 8 });
	expect(await world.text({ action: "continue", timeout: 1 })).toContain("The program is still running");
	const paused = await world.run({ action: "pause" });
	expect(paused.details?.snapshot).toMatchObject({ function: "work", path: "loop.c" });
	expect(paused.details?.variables?.map(({ name }) => name).sort()).toEqual(["left", "times"]);
	expect(paused.content).toMatch(/ in \S*nanosleep\S*.*, called from work at loop\.c:9/);
	expect(await world.text({ action: "evaluate", expression: "times" })).toMatch(/^100000(?:: int)?$/);
});

withGo("a planted bug in Go is found by breakpoint, step and evaluate", async () => {
	await using world = await debugWorld({ "go.mod": "module example.test/even\n\ngo 1.19\n", "main.go": goProgram });
	await world.text({ action: "set_breakpoint", function: "main.countEven" });
	const stop = await world.run({ action: "launch", program: ".", timeout: 240 });
	expect(stop.details?.snapshot).toMatchObject({
		adapter: "dlv",
		function: "main.countEven",
		path: "main.go",
		line: 5,
	});
	await world.text({ action: "step_over" });
	await world.text({ action: "step_over" });
	const loop = await world.run({ action: "step_over" });
	expect(loop.details?.snapshot).toMatchObject({ line: 8 });
	// The first number is never looked at.
	expect(await world.text({ action: "evaluate", expression: "i" })).toBe("1: int");
	expect(await world.text({ action: "evaluate", expression: "numbers[0]" })).toBe("2: int");
	expect(await world.text({ action: "continue" })).toContain("Output:\neven 1");
	// What was built lies nowhere in the project.
	expect((await Array.fromAsync(new Bun.Glob("*").scan(world.project.path))).sort()).toEqual(["go.mod", "main.go"]);
});
