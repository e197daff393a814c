import type { ToolSample } from "../view/tool-sample.ts";

const source = {
	firstLine: 3,
	lines: [
		"def average(numbers):",
		"    total = 0",
		"    for number in numbers:",
		"        total += number",
		"    return total / (len(numbers) - 1)",
	],
};

export const debugSample: ToolSample = {
	args: { action: "continue" },
	done: {
		text: "Stopped (breakpoint) in average at stats.py:6, thread 1\n  3 | def average(numbers):\n  4 |     total = 0\n  5 |     for number in numbers:\n> 6 |         total += number\n  7 |     return total / (len(numbers) - 1)\nLocals:\n  number: int = 2\n  numbers: list = [2, 4, 6] (ref 7)\n  total: int = 0\nStack:\n  #0 average at stats.py:6 (frame 2)\n  #1 main at stats.py:11 (frame 3)",
		details: {
			action: "continue",
			success: true,
			state: "stopped",
			snapshot: {
				id: "debug-1",
				adapter: "debugpy",
				target: "stats.py",
				state: "stopped",
				reason: "breakpoint",
				threadId: 1,
				function: "average",
				path: "stats.py",
				line: 6,
				source,
			},
			variables: [
				{ name: "number", value: "2", type: "int", variablesReference: 0 },
				{ name: "numbers", value: "[2, 4, 6]", type: "list", variablesReference: 7 },
				{ name: "total", value: "0", type: "int", variablesReference: 0 },
			],
		},
	},
	failed: { text: "No active debug session. Launch or attach first." },
};
