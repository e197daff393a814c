import { expect, test } from "bun:test";
import { madeUpTree } from "./made-up-tree.ts";
import { checkWholeProductTests } from "./whole-product-tests.ts";

const linesIn = (source: string, file = "test/scenarios/a.test.ts") =>
	checkWholeProductTests(madeUpTree({ [file]: source })).map(({ line }) => line);

const opener = 'import { createAgentSession } from "@oh-my-pi/pi-coding-agent";\n';

test("whole-product tests: one that opens a session from the sources fails", () => {
	expect(linesIn(`import { expect } from "bun:test";\n${opener}`)).toEqual([2]);
	expect(linesIn('import { Workbench } from "../../packages/coding-agent/src/workbench/workbench.ts";\n')).toEqual([1]);
	expect(linesIn('import { openSession } from "../../packages/coding-agent/src/assembly/open-session.ts";\n')).toEqual([
		1,
	]);
});

test("whole-product tests: types, clients of the executable and in-process tests pass", () => {
	expect(linesIn('import type { AgentSession } from "@oh-my-pi/pi-coding-agent";\n')).toEqual([]);
	expect(linesIn('import { type AgentSession, type Tool } from "@oh-my-pi/pi-coding-agent";\n')).toEqual([]);
	expect(linesIn('import { RpcClient } from "@oh-my-pi/pi-coding-agent/rpc-client";\n')).toEqual([]);
	expect(linesIn(opener, "test/in-process/a.test.ts")).toEqual([]);
});

test("whole-product tests: one that passes the environment of the test on fails", () => {
	expect(linesIn('run({ env: process.env });\nrun({ env: { ...process.env, HOME: "/h" } });\n')).toEqual([1, 2]);
	expect(linesIn("for (const name of Object.keys(process.env)) keep(name);\n")).toEqual([1]);
	expect(linesIn("run({ env: process.env });\n", "test/in-process/a.test.ts")).toEqual([]);
});

test("whole-product tests: single variables, and the way to a registry, pass", () => {
	expect(linesIn("const env = { PATH: process.env.PATH };\n")).toEqual([]);
	expect(linesIn("const env = outsideEnv(process.env);\n")).toEqual([]);
});
