import { describe, expect, test } from "bun:test";
import { takeLeadingCd } from "@oh-my-pi/pi-policy/parse/leading-cd";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { finishTool } from "../../output/finish-tool.ts";
import { bashIn } from "../testing/bash-in.ts";
import { takeTrailingFilter } from "./trailing-filter.ts";

const wallTime = "\n\nWall time: 0.00 seconds";

describe("a trailing filter", () => {
	test.each([
		["seq 9 | tail -5", { command: "seq 9", tail: 5 }],
		["seq 9 | head -n 5", { command: "seq 9", head: 5 }],
		["seq 9 2>&1 | head -n5", { command: "seq 9 2>&1", head: 5 }],
		["a | b |& tail -3", { command: "a | b", tail: 3 }],
		["cd x && make | tail -5", { command: "cd x && make", tail: 5 }],
		["cat <<E | head -1\n| head -2\nE", { command: "cat <<E\n| head -2\nE", head: 1 }],
		["echo 'a | head -5' | head -2 | tail -1", { command: "echo 'a | head -5' | head -2", tail: 1 }],
	])("is taken off %j", (command, expected) => {
		expect(takeTrailingFilter(command)).toEqual(expected);
	});

	test.each([
		"echo 'seq 9 | tail -5'",
		"make; seq 9 | tail -5",
		"make && seq 9 | tail -5",
		"seq 9 | tail -n +5",
		"seq 9 | tail -f",
		"seq 9 | head",
		"seq 9 | head -c 5",
		"seq 9 | head -5 > file",
		"seq 9 | head -5 other",
		"seq 9 | head -$N",
		"(seq 9 | head -5)",
		"x=$(seq 9 | head -5)",
		"seq 9 | head -5 &",
		"seq 9 | head -5 'unterminated",
		"head -5 file",
	])("stays in %j", (command) => {
		expect(takeTrailingFilter(command)).toEqual({ command });
	});
});

describe("a leading cd", () => {
	test.each([
		["cd sub && ls", { command: "ls", cwd: "sub" }],
		["cd 'my folder' && a && b", { command: "a && b", cwd: "my folder" }],
		["cd a\\ b && ls | wc", { command: "ls | wc", cwd: "a b" }],
		["cd /tmp && cat <<E\nx\nE", { command: "cat <<E\nx\nE", cwd: "/tmp" }],
	])("becomes the folder of %j", (command, expected) => {
		expect(takeLeadingCd(command)).toEqual(expected);
	});

	test.each([
		"cd sub",
		"cd sub; ls",
		"cd sub || ls",
		"cd $X && ls",
		"cd ~ && ls",
		"cd * && ls",
		"cd - && ls",
		"cd && ls",
		"cd a b && ls",
		"cd sub &&\nls",
		"cd sub > x && ls",
		"X=1 cd sub && ls",
		"ls && cd sub",
		"cd {a,b} && ls",
	])("stays in %j", (command) => {
		expect(takeLeadingCd(command)).toEqual({ command });
	});
});

verifies("tools-exec:bash:leading-cd", async () => {
	await using project = await workspace({ "my sub/x": "", "other/y": "" });
	await using bash = bashIn(project);
	const { content } = await runTool(bash.tool, { command: "cd 'my sub' && pwd && ls" });
	expect(content).toBe(`${project.path}/my sub\nx\n${wallTime}`);
	await expect(runTool(bash.tool, { command: "cd nowhere && ls" })).rejects.toThrow(
		`Working directory does not exist: ${project.path}/nowhere`,
	);
	const given = await runTool(bash.tool, { command: "cd ../other && ls", cwd: "my sub" });
	expect(given.content).toBe(`y\n${wallTime}`);
});

verifies("tools-exec:bash:trailing-head-tail", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const tool = finishTool(bash.tool);
	expect((await runTool(tool, { command: "seq 100 | tail -3" })).content).toBe(
		`98\n99\n100\n${wallTime}\n\n[Showing lines 98-100 of 100. Full: artifact://0]`,
	);
	expect((await runTool(tool, { command: "seq 50 | head -n 2" })).content).toBe(
		`1\n2\n${wallTime}\n\n[Showing lines 1-2 of 50. Full: artifact://1]`,
	);
	expect(bash.saved.map((text) => text.split("\n").length - 1)).toEqual([100, 50]);
	expect((await runTool(tool, { command: "seq 2 | tail -3" })).content).toBe(`1\n2\n${wallTime}`);
	expect((await runTool(tool, { command: "seq 9 | head -5", head: 1 })).content).toStartWith(`1\n${wallTime}`);
	expect((await runTool(tool, { command: "seq 9", head: 5, tail: 2 })).content).toStartWith(`4\n5\n${wallTime}`);
	await using shell = bashIn(project, { keepsHeadTail: true });
	expect((await runTool(finishTool(shell.tool), { command: "seq 100 | tail -1" })).content).toBe(`100\n${wallTime}`);
});

test("the last lines of an output that did not fit are the last lines of all", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const { content } = await runTool(finishTool(bash.tool), { command: "seq 100000 | tail -2" });
	expect(content).toBe(`99999\n100000\n${wallTime}\n\n[Showing lines 99999-100000 of 100000. Full: artifact://7]`);
});

test("an endless source in front of head ends", async () => {
	await using project = await workspace();
	await using bash = bashIn(project, { artifacts: { allocate: () => ({ id: "1" }), save: () => ({ id: "1" }) } });
	const { content, isError } = await runTool(bash.tool, { command: "yes | head -3" });
	expect([content, isError]).toEqual([`y\ny\ny\n${wallTime}`, false]);
	const { details } = await runTool(bash.tool, { command: "yes | head -3" });
	expect(details?.meta?.truncation?.totalBytes ?? 0).toBeLessThan(1_000_000);
	const loop = await runTool(bash.tool, { command: "while :; do echo again and again; done | head -1" });
	expect([loop.content, loop.isError]).toEqual([`again and again\n${wallTime}`, false]);
}, 30_000);
