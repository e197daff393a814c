import { expect, test } from "bun:test";
import { entryNames } from "./entry-point.ts";
import { probes } from "./probes.ts";

test("contract: every probe goes through every entry point, except where the documents say otherwise", () => {
	const left = entryNames.map((entry) => [
		entry,
		probes.flatMap(({ name, notApplicable }) => {
			const reason = notApplicable?.[entry];
			return reason === undefined ? [] : [`${name}: ${reason}`];
		}),
	]);
	const ownProcess =
		"two sessions of a process pay for their own requests and those of their own extensions: a process has one session";
	const headless = "a session is named after its first message: titles are made for interactive sessions";
	expect(Object.fromEntries(left)).toEqual({
		terminal: [ownProcess],
		print: ["a command that the user allows runs: nobody can be asked", ownProcess, headless],
		rpc: [ownProcess],
		acp: [],
		"mcp server": [
			"tools of the user's MCP servers are offered and run: a server that is omp would start the next one, without end",
			"a file command of the user becomes its prompt: clients run no commands",
			"/skill:name brings the skill into the prompt: clients run no commands",
			"a command of an extension runs: clients run no commands",
			"a large image reaches the model, made smaller: ask takes a text",
			headless,
			"a session is written to disk and can be continued: each call of ask is a session of its own",
		],
		sdk: [headless],
	});
	expect(probes.length).toBeGreaterThan(20);
});

test("contract: probes have names of their own", () => {
	const names = probes.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});
