import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { CellClock } from "../eval/cell-clock.ts";
import { evalIn } from "../eval/testing/eval-in.ts";
import { withPython } from "../eval/testing/with-python.ts";
import type { EvalHost } from "./host-bridge.ts";

withPython(() => {
	const host: EvalHost = {
		async callTool(name, args) {
			if (name === "broken") throw new Error("It does not work");
			return { text: `${name} ${JSON.stringify(args)}`, details: { lines: 1 } };
		},
		complete: async ({ prompt, schema }) => (schema ? { answer: 42 } : `completed ${prompt}`),
		runAgent: async ({ prompt, agent }) => `${agent} did ${prompt}`,
		readOutputs: async ({ ids }) => ids,
		budget: () => ({ total: 10, spent: 4, remaining: 6 }),
	};

	verifies(
		"tools-exec:eval:prelude",
		async () => {
			await using project = await workspace({ "a.txt": "1\n2\n3\n" });
			await using cells = evalIn(project);
			expect(await cells.py("read('a.txt', offset=2, limit=1), write('b.txt', 'b'), env('HOME') is not None")).toBe(
				"('2\\n', 'b.txt', True)",
			);
			expect(
				await cells.py("parallel([lambda n=n: n * 2 for n in range(3)]), pipeline([1, 2], lambda x: x + 1, str)"),
			).toBe("([0, 2, 4], ['2', '3'])");
			expect(await cells.js("[await read('b.txt'), await write('c.txt', 'c'), env('HOME') !== undefined].join()")).toBe(
				"b,c.txt,true",
			);
			expect(
				await cells.js("[await parallel([1, 2].map((n) => () => n * 2)), await pipeline([1], (x) => x + 1)].join()"),
			).toBe("2,4,2");
			expect([await project.read("b.txt"), await project.read("c.txt")]).toEqual(["b", "c"]);
		},
		30_000,
	);

	test("tools, models, agents, outputs, the budget and internal URLs are asked of the host", async () => {
		await using project = await workspace({ "a.txt": "1\n2\n3\n" });
		await using cells = evalIn(
			project,
			{ host },
			{ sessionEnv: () => ({ PI_EVAL_LOCAL_ROOTS: project.file("local") }) },
		);
		expect(await cells.py("read('a.txt', offset=2, limit=1), read('rule://x')")).toBe(
			`('2\\n', 'read {"path":"rule://x"}')`,
		);
		expect(await cells.py("write('local://deep/b.txt', 'kept'), read('local://deep/b.txt')")).toBe(
			`('${project.path}/local/deep/b.txt', 'kept')`,
		);
		expect(await cells.py("write('local://../out', '')")).toContain("cannot leave their folder");
		expect(await cells.py("tool.search({'pattern': 'x'}, path='.')['text']")).toBe(
			`'search {"pattern":"x","path":"."}'`,
		);
		expect(await cells.py("tool.broken()")).toContain("RuntimeError: It does not work");
		expect(await cells.py("completion('a'), completion('b', schema={})['answer']")).toBe("('completed a', 42)");
		expect(await cells.py("agent('work'), agent('look', agent='explore')")).toBe(
			"('task did work', 'explore did look')",
		);
		expect(await cells.py("output('A', 'B'), budget.total, budget.spent(), budget.remaining()")).toBe(
			"(['A', 'B'], 10, 4, 6)",
		);
		expect(
			await cells.py("parallel([lambda n=n: n * 2 for n in range(3)]), pipeline([1, 2], lambda x: x + 1, str)"),
		).toBe("([0, 2, 4], ['2', '3'])");
		expect(await cells.py("parallel([lambda: 1 / 0, lambda: None.x])")).toContain("ZeroDivisionError");
		const { details } = await cells.run({ language: "py", code: "log('hello'); phase('two')" });
		expect(details?.statusEvents).toEqual([
			{ op: "log", message: "hello" },
			{ op: "phase", title: "two" },
		]);

		expect(
			await cells.js("[await read('a.txt', { offset: 2, limit: 1 }), await read('local://deep/b.txt')].join()"),
		).toBe("2\n,kept");
		expect(await cells.js("(await tool.search({ pattern: 'x' })).text")).toBe('search {"pattern":"x"}');
		expect(await cells.js("await tool.broken()")).toContain("Error: It does not work");
		expect(await cells.js("[await completion('a'), await agent('work', { agent: 'explore' })].join()")).toBe(
			"completed a,explore did work",
		);
		expect(await cells.js("[await output('A'), await budget.total, await budget.spent()].join()")).toBe("A,10,4");
		expect(
			await cells.js(
				"[await parallel([1, 2].map((n) => async () => n * 2)), await pipeline([1], (x) => x + 1)].join()",
			),
		).toBe("2,4,2");
		expect(await cells.js("await parallel([async () => { throw new Error('first') }, () => 1])")).toContain(
			"Error: first",
		);
		expect(await cells.js("[await write('c.txt', 'c'), env('HOME') === process.env.HOME].join()")).toBe("c.txt,true");
		await using alone = evalIn(project);
		expect(await alone.py("agent('x')")).toContain("RuntimeError: agent is not available in this session");
	}, 30_000);

	verifies("tools-exec:eval:bridge-authenticated", async () => {
		await using project = await workspace();
		await using cells = evalIn(project, { host });
		const url = (await cells.js("process.env.PI_TOOL_BRIDGE_URL")).trim();
		expect(new URL(url).hostname).toBe("127.0.0.1");
		const token = (await cells.js("process.env.PI_TOOL_BRIDGE_TOKEN")).trim();
		const ask = async (headers: Record<string, string>) => {
			const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ op: "tool", name: "x" }) });
			return [response.status, await response.json()];
		};
		expect(await ask({})).toEqual([401, { error: "Not allowed" }]);
		expect(await ask({ authorization: "Bearer guessed" })).toEqual([401, { error: "Not allowed" }]);
		expect(await ask({ authorization: `Bearer ${token}` })).toEqual([
			200,
			{ error: "No cell is running that could ask" },
		]);
	});

	test("the time of a cell stops while an agent of the host runs, and not while a tool runs", async () => {
		await using project = await workspace();
		const slow: EvalHost = {
			runAgent: () => Bun.sleep(1200).then(() => "done"),
			callTool: () => Bun.sleep(1200).then(() => ({ text: "done" })),
		};
		await using cells = evalIn(project, { host: slow });
		expect(await cells.py("agent('x')", { timeout: 1 })).toBe("'done'");
		expect(await cells.py("parallel([lambda: agent('x'), lambda: agent('y')])", { timeout: 1 })).toBe(
			"['done', 'done']",
		);
		expect(await cells.py("tool.slow()", { timeout: 1 })).toContain("timed out after 1s");
	}, 30_000);

	test("a clock begins anew after the last of several pauses", async () => {
		const over: string[] = [];
		using clock = new CellClock(0.05, () => over.push("over"));
		clock.pause();
		clock.pause();
		clock.resume();
		await Bun.sleep(100);
		expect(over).toEqual([]);
		clock.resume();
		await Bun.sleep(100);
		expect([over, clock.isOver]).toEqual([["over"], true]);
	});
});
