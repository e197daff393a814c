import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { resultsOf } from "../model-tasks/testing/results.ts";

describe("names of tools outside of calls", () => {
	const policies = "{ nonsense: deny, serch: prompt, grep: deny, hub: allow, mcp__files__read: deny, my_tool: deny }";

	test("a policy for a tool that there is not is named at the start and by the doctor", async () => {
		await using omp = await ompProject({ replies: [text("Hello."), text("Hello.")] });
		await omp.home.write(".omp/agent/config.yml", `tools: { approvalMode: yolo, approval: ${policies} }\n`);
		const nonsense = "tools.approval.nonsense has no effect: there is no tool of that name.";
		const misspelled = "tools.approval.serch has no effect: there is no tool of that name. Did you mean search?";
		const own = "tools.approval.my_tool has no effect: there is no tool of that name.";
		const { stderr, exitCode } = await omp.run(["-p", "hi"]);
		const told = stderr.split("\n").filter((line) => line.includes("has no effect"));
		expect([exitCode, told]).toEqual([0, [nonsense, misspelled, own]]);
		const doctor = await omp.run(["doctor", "--json"]);
		const { problems } = JSON.parse(doctor.stdout) as { problems: readonly string[] };
		expect(problems.filter((problem) => problem.includes("has no effect"))).toEqual([nonsense, misspelled, own]);
		// One that an extension brings is a tool.
		await omp.home.write(
			".omp/agent/extensions/mine.ts",
			`export default (omp) => omp.registerTool({ name: "my_tool", label: "Mine", description: "x", parameters: { type: "object" },
				execute: async () => ({ content: [] }) });`,
		);
		const again = await omp.run(["-p", "hi"]);
		expect(again.stderr.split("\n").filter((line) => line.includes("has no effect"))).toEqual([nonsense, misspelled]);
	});

	test("a hook of Claude Code is found by any name of the tool, and sees the call as it will run", async () => {
		await using omp = await ompProject({
			replies: [
				toolCalls(
					{ name: "shell", arguments: { i: "r", cmd: "touch one" } },
					{ name: "eval", arguments: { language: "js", source: 'require("fs").writeFileSync("two", "")' } },
					{ name: "save_file", arguments: { i: "w", filename: "three", contents: "" } },
				),
				text("Done."),
			],
		});
		const hooks = {
			PreToolUse: [
				{ matcher: "run_shell_command|python|create_file", hooks: [{ type: "command", command: "cat >&2; exit 2" }] },
			],
		};
		await omp.home.write(".claude/settings.json", JSON.stringify({ hooks }));
		await omp.home.write(".omp/agent/config.yml", 'tools: { approvalMode: yolo }\nsandbox: { mode: "off" }\n');
		await omp.run(["-p", "go"]);
		expect(["one", "two", "three"].map((name) => existsSync(omp.files.file(name)))).toEqual([false, false, false]);
		const inputs = resultsOf(omp.model.requests[1]).map(
			(answer) => JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? "{}").tool_input,
		);
		expect(inputs).toEqual([
			{ command: "touch one" },
			{ cells: [{ language: "js", code: 'require("fs").writeFileSync("two", "")' }] },
			{ file_path: omp.files.file("three"), content: "" },
		]);
	});

	test("an extension sees the call as it will run, and what it changes of it is read anew", async () => {
		await using omp = await ompProject({
			replies: [
				toolCalls(
					{ name: "shell", arguments: { i: "r", cmd: "echo first > seen" } },
					{ name: "str_replace", arguments: { i: "e", file_path: "a.txt", old_str: "old", new_str: "new" } },
				),
				text("Done."),
			],
			files: { "a.txt": "old\n" },
		});
		await omp.home.write(".omp/agent/config.yml", 'tools: { approvalMode: yolo }\nsandbox: { mode: "off" }\n');
		await omp.home.write(
			".omp/agent/extensions/look.ts",
			`import { appendFileSync } from "node:fs";
			export default (omp) => omp.on("tool_call", ({ toolName, input }) => {
				appendFileSync("log", JSON.stringify([toolName, input]) + "\\n");
				if (toolName === "bash") return { input: { cmd: input.command.replace("first", "second") } };
				return { input: { ...input, new_string: "newer" } };
			});`,
		);
		await omp.run(["-p", "go"]);
		const log = (await omp.files.read("log"))
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(log).toEqual([
			["bash", { command: "echo first > seen" }],
			["edit", { path: "a.txt", old_string: "old", new_string: "new" }],
		]);
		expect([await omp.files.read("seen"), await omp.files.read("a.txt")]).toEqual(["second\n", "newer\n"]);
	});

	test.each([
		{ cells: [{ language: "js", code: "1 + 41" }] },
		{ language: "js", code: "1 + 41" },
		{ lang: "javascript", source: "1 + 41" },
		{ cells: '{"language":"node","script":"1 + 41"}' },
	])("the question shows the code of %j", async (args) => {
		await using omp = await ompProject({ replies: [toolCall("eval", args), text("Done.")] });
		await using acp = await acpClient(omp, { args: ["--approval-mode", "always-ask"] });
		await acp.prompt(await acp.newSession(), "Go");
		const [asked] = acp.permissions;
		expect(asked?.toolCall).toMatchObject({
			content: [{ type: "content", content: { type: "text", text: "js: 1 + 41" } }],
			rawInput: { cells: [{ language: "js", code: "1 + 41" }] },
		});
		expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("42");
	});
});
