import { describe, expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { planTest } from "@oh-my-pi/pi-testkit/requires";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { hands, subagentSession } from "./testing/subagent-session.ts";

const plan = planTest({
	present: Bun.which("python3") !== null,
	requireAll: process.env.OMP_TEST_REQUIRE_ALL === "1",
	what: "python3 on PATH",
});

const cell = (language: "py" | "js", code: string, timeout?: number) =>
	calls({ name: "eval", arguments: { cells: [{ language, code, ...(timeout !== undefined && { timeout }) }] } });
const later =
	(ms: number, answer: ScriptedAnswer): ScriptedAnswer =>
	async (reply, request) => {
		await Bun.sleep(ms);
		await answer(reply, request);
	};
const schema = `{"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]}`;

describe.skipIf(plan.kind === "skip")(plan.kind === "skip" ? `cells (${plan.reason})` : "cells", () => {
	verifies(
		"tools-exec:eval:session-helpers",
		async () => {
			await using team = await subagentSession({
				files: { "a.txt": "needle\n" },
				scripts: {
					Main: [
						cell(
							"py",
							`[
 tool.search({"pattern": "needle"})["text"].count("needle"),
 completion("Say hi", system="Be brief"),
 completion("A number", schema=${schema})["n"],
 agent("work", label="Alpha"),
 output("Alpha"),
 budget.total, budget.spent() >= 0, budget.remaining(),
 write("local://deep/p.txt", "from python").endswith("p.txt"),
 read("local://deep/p.txt"),
 len(read("omp://tools.md")) > 100,
]`,
						),
						says("hi"),
						says("not a number"),
						says('```json\n{"n": 7}\n```'),
						cell(
							"js",
							`JSON.stringify([
 (await tool.search({ pattern: "needle" })).text.split("needle").length - 1,
 await completion("Say hi", { model: "smol" }),
 (await completion("A number", { schema: ${schema} })).n,
 await agent("work", { label: "Beta" }),
 await output("Beta"),
 await budget.total, (await budget.spent()) >= 0, await budget.remaining(),
 (await write("local://deep/j.txt", "from javascript")).endsWith("j.txt"),
 await read("local://deep/p.txt"),
 (await read("omp://tools.md")).length > 100,
])`,
						),
						says("hey"),
						says('{"n": 8}'),
						says("done"),
					],
					Alpha: [hands("of Alpha")],
					Beta: [hands("of Beta")],
				},
			});
			await team.prompt("go");
			const results = team.main.messages.flatMap((message) =>
				message.role === "toolResult"
					? [message.content.map((block) => ("text" in block ? block.text : "")).join("")]
					: [],
			);
			expect(results[0]).toMatch(
				/\[\d+, 'hi', 7, 'of Alpha', 'of Alpha', None, True, None, True, 'from python', True\]/,
			);
			expect(results[1]).toMatch(/\[\d+,"hey",8,"of Beta","of Beta",null,true,null,true,"from python",true\]/);
			expect(await readFile(join(team.artifacts, "local/deep/j.txt"), "utf8")).toBe("from javascript");
			// What a completion is told: its own system prompt, no tools; after a bad answer, why.
			const requests = team.requests("Main");
			expect(requests[1]?.context).toMatchObject({ systemPrompt: ["Be brief"], tools: [] });
			expect(JSON.stringify(requests[3]?.context.messages.at(-1))).toContain("That does not match the schema");
		},
		60_000,
	);

	verifies(
		"tools-exec:eval:clock-stops-for-agents",
		async () => {
			const slowMs = 1500;
			await using team = await subagentSession({
				files: { "slow.sh": "sleep 3" },
				scripts: {
					Main: [
						cell("py", 'agent("x", label="Alpha"), completion("y")', 1),
						later(slowMs, says("completed")),
						cell("js", '[await agent("x", { label: "Beta" }), await completion("y")].join()', 1),
						later(slowMs, says("completed")),
						cell("py", 'tool.bash({"command": "sleep 3"})', 1),
						says("done"),
					],
					Alpha: [later(slowMs, hands("slow"))],
					Beta: [later(slowMs, hands("slow"))],
				},
			});
			await team.prompt("go");
			const results = team.main.messages.flatMap((message) =>
				message.role === "toolResult"
					? [message.content.map((block) => ("text" in block ? block.text : "")).join("")]
					: [],
			);
			expect(results[0]).toContain("('slow', 'completed')");
			expect(results[1]).toContain("slow,completed");
			expect(results[2]).toContain("timed out after 1s");
		},
		60_000,
	);
});

verifies("tools-agent:checkpoint:sub-agents", async () => {
	const mark = calls({ name: "checkpoint", arguments: { goal: "look" } });
	const back = calls({ name: "rewind", arguments: { report: "seen" } });
	const scripts = {
		Main: [
			calls({
				name: "task",
				arguments: {
					i: "x",
					context: "c",
					tasks: [
						{ name: "Usual", task: "1" },
						{ name: "Listed", agent: "marker", task: "2" },
					],
				},
			}),
			says("done"),
		],
		Usual: [mark, back, hands("ok")],
		Listed: [mark, back, hands("ok")],
	};
	const agent = "---\nname: marker\ndescription: Marks\ntools: read, checkpoint\n---\nYou mark.\n";
	await using team = await subagentSession({
		settings: { "checkpoint.enabled": true },
		files: { "agent/agents/marker.md": agent },
		scripts,
	});
	await team.prompt("go");
	const usual = team.requests("Usual");
	const names = (id: string) => team.requests(id)[0]?.context.tools?.map(({ name }) => name) ?? [];
	expect(names("Usual")).not.toContain("checkpoint");
	expect(names("Usual")).not.toContain("rewind");
	const answers = (id: string) =>
		(team.requests(id).at(-1)?.context.messages ?? []).flatMap((message) =>
			message.role === "toolResult"
				? [message.content.map((block) => ("text" in block ? block.text : "")).join("")]
				: [],
		);
	expect(answers("Usual")).toEqual([
		"Checkpoint not available in subagents.",
		"Checkpoint not available in subagents.",
	]);
	expect(usual).toHaveLength(3);
	// One of the two brings the other.
	expect(names("Listed")).toEqual(expect.arrayContaining(["checkpoint", "rewind"]));
	expect(JSON.stringify(team.requests("Listed")[1]?.context.messages)).toContain("Checkpoint created.");
	expect(JSON.stringify(team.requests("Listed")[2]?.context.messages)).toContain("seen");
});
