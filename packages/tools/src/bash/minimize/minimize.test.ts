import { describe, expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bashIn } from "../testing/bash-in.ts";
import { minimizeOutput } from "./minimize.ts";

const repeat = (line: (index: number) => string, count = 20) =>
	Array.from({ length: count }, (_, index) => line(index));
const wallTime = "\n\nWall time: 0.00 seconds";

verifies("tools-exec:bash:minimizer", async () => {
	await using project = await workspace({
		"bin/cargo":
			'#!/bin/sh\nfor i in $(seq 30); do echo "   Compiling crate$i v1.0.$i"; done\necho "    Finished dev"\nexit $FAIL\n',
	});
	await Bun.spawn(["chmod", "+x", project.file("bin/cargo")]).exited;
	const env = { PATH: `${project.file("bin")}:${process.env.PATH}`, HOME: project.path };
	await using bash = bashIn(project, { env, minimizer: () => ({}) });
	expect((await runTool(bash.tool, { command: "cargo build 2>&1" })).content).toBe(
		`[… 30 lines like: Compiling crate1 v1.0.1]\n    Finished dev\n\n[raw output: artifact://0]${wallTime}`,
	);
	expect(bash.saved.map((text) => text.split("\n").length)).toEqual([32]);
	const failed = await runTool(bash.tool, { command: "cargo build", env: { FAIL: "1" } });
	expect(String(failed.content)).toContain("   Compiling crate30 v1.0.30\n");
	await using plain = bashIn(project, { env });
	expect(String((await runTool(plain.tool, { command: "cargo build" })).content)).toContain("Compiling crate30");
});

describe("noise", () => {
	test.each([
		["sudo apt-get install -y x", (index: number) => `Get:${index} http://deb x`],
		["cd x && npm ci", (index: number) => `npm warn deprecated pkg${index}@1: no`],
		["pip install -r r.txt | cat", (index: number) => `Requirement already satisfied: p${index} in /x`],
		["git clone x", (index: number) => `Receiving objects:  ${index}% (1/2)`],
		["timeout 9 go test ./...", (index: number) => `ok  \tpkg${index}\t0.1s`],
		["python -m pytest -v", (index: number) => `tests/a.py::test_${index} PASSED [ 1%]`],
		["./gradlew build", (index: number) => `> Task :x${index} UP-TO-DATE`],
		["docker pull x", (index: number) => `${"0123456789ab"}: Pull complete ${index}`],
	])("of %s is told in one line", (command, line) => {
		const output = ["first", ...repeat(line), "last"].join("\n");
		expect(minimizeOutput(command, output)).toBe(`first\n[… 20 lines like: ${line(0).trim()}]\nlast`);
	});

	test("stays where there is little of it, in other programs' output, and where it is switched off", () => {
		const lines = (count: number) => repeat((index) => `   Compiling c${index}`, count).join("\n");
		expect(minimizeOutput("cargo build", lines(11))).toBeUndefined();
		expect(minimizeOutput("cat log", lines(20))).toBeUndefined();
		expect(minimizeOutput("echo cargo build", lines(20))).toBeUndefined();
		expect(minimizeOutput("cargo build", lines(20), { except: ["cargo"] })).toBeUndefined();
		expect(minimizeOutput("cargo build", lines(20), { only: ["npm"] })).toBeUndefined();
		expect(minimizeOutput("cargo build", lines(20), { only: ["cargo"] })).toBeDefined();
	});
});
