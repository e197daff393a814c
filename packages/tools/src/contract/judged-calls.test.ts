import { expect, test } from "bun:test";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { builtInTools } from "../registry.ts";
import { makeTools } from "./built-in-tool.ts";

const cwd = "/home/ann/project";

test("tools say what a call would touch", async () => {
	const tools = makeTools(builtInTools, testServices(cwd));
	const effects = async (name: string, params: object) => {
		const tool = tools.find((one) => one.name === name);
		if (!tool) throw new Error(`no ${name}`);
		return buildCall(tool, params).effects();
	};
	const nothing = { runs: [], writes: [], reaches: [], readsSecrets: [] };
	expect(await effects("bash", { command: "cat a.txt > b.txt" })).toEqual({
		...nothing,
		runs: [{ program: "cat", args: ["a.txt"] }],
		writes: [`${cwd}/b.txt`],
	});
	expect(await effects("write", { path: "src/a.ts", content: "" })).toEqual({
		...nothing,
		writes: [`${cwd}/src/a.ts`],
	});
	expect(await effects("read", { path: "https://docs.example.com/x" })).toEqual({
		...nothing,
		reaches: ["docs.example.com"],
	});
	expect(await effects("todo", { ops: [] })).toEqual(nothing);
	expect(await effects("web_search", { query: "x" })).toEqual({ ...nothing, reaches: "unknown" });
});

test("a tool that may run or change something says so about each call", () => {
	const silent = makeTools(builtInTools, testServices(cwd)).filter(
		({ effects = [], callEffects }) => !callEffects && (effects.includes("runs") || effects.includes("writes")),
	);
	// They stop jobs of the session, make a file of their own, and apply what was judged before.
	expect(silent.map(({ name }) => name)).toEqual(["job", "generate_image", "resolve"]);
});
