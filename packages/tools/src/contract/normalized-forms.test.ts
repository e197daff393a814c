import { expect, test } from "bun:test";
import {
	buildCall,
	type HookedCall,
	NormalizedCall,
	normalizeCall,
} from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { builtInTools } from "../registry.ts";
import { loadToolSamples } from "../samples.ts";
import { EditMemory } from "../services/edit-memory.ts";
import type { EditMode } from "../services/edit-mode.ts";
import { makeTools } from "./built-in-tool.ts";

type Fields = Readonly<Record<string, unknown>>;

const cwd = "/home/ann/project";
const modes: readonly EditMode[] = ["hashline", "apply_patch", "patch", "replace"];

/** The tools of a session, with what `execute` was given. */
function watchedTools(mode: EditMode = "replace") {
	const services = testServices(cwd, {
		editing: { mode, memory: new EditMemory() },
		shell: { shell: { run: () => Promise.reject(new Error("not run here")) } },
		processes: {
			load: async () => ({ project: () => ({ supervised: () => undefined, foreign: () => undefined }) }),
		} as never,
		agents: {
			spawning: {
				agentList: () => "",
				options: () => ({ batch: true, effort: false, isolation: false, eager: "default" }),
			},
			messages: { isAvailable: () => true },
			result: { takesFindings: true, submit: () => ({ content: "" }) },
		} as never,
	});
	const ran: unknown[] = [];
	const tools = makeTools(builtInTools, services).map(
		(tool): AgentTool => ({
			...tool,
			execute: async (params) => {
				ran.push(params);
				return { content: "" };
			},
		}),
	);
	return { tools, ran };
}

/** All that decides about a call, and what it would do. */
async function judged(call: NormalizedCall, ran: unknown[]) {
	const { signal } = new AbortController();
	await call.execute({ id: call.id, signal, onProgress: () => {} });
	return {
		verdict: await call.approval(),
		effects: await call.effects(),
		question: call.approvalDetails(),
		facts: call.facts(),
		effect: ran.at(-1),
	};
}

function mustBeReady(call: HookedCall): NormalizedCall {
	if (call.kind === "refused") throw new Error(call.reason);
	return call;
}

const read = (tool: AgentTool, args: Fields) =>
	normalizeCall({ type: "toolCall", id: "1", name: tool.name, arguments: { ...args } }, [tool]);

/** The same arguments as models also write them: JSON as text, one value as a list, a number as text, null for nothing. */
function alternative(args: Fields, schema: Fields, random: Random): Fields {
	const properties = (isRecord(schema.properties) ? schema.properties : {}) as Readonly<Record<string, Fields>>;
	const required = Array.isArray(schema.required) ? schema.required : [];
	const rewritten = Object.entries(args).map(([name, value]): [string, unknown] => {
		const { type } = properties[name] ?? {};
		if (typeof value === "object" && type !== undefined && random.oneIn(2)) return [name, JSON.stringify(value)];
		if (typeof value === "number" && random.oneIn(2)) return [name, String(value)];
		if (typeof value === "string" && type === "string" && random.oneIn(3)) return [name, [value]];
		return [name, value];
	});
	const nothing = Object.keys(properties).filter((name) => !(name in args) && !required.includes(name));
	const nulls = nothing.filter(() => random.oneIn(3)).map((name) => [name, null]);
	const strangers = random.oneIn(2) ? [["explanation_of_call", "because"]] : [];
	return Object.fromEntries([...rewritten, ...nulls, ...strangers]);
}

test("a call in another form is judged, shown and carried out like the tool's own", async () => {
	const random = seeded(20_261_119);
	const { tools, ran } = watchedTools();
	const samples = (await loadToolSamples()).filter(({ tool }) => tools.some(({ name }) => name === tool));
	expect(samples.length).toBeGreaterThan(15);
	for (const sample of samples) {
		const tool = tools.find(({ name }) => name === sample.tool);
		if (!tool) throw new Error(sample.tool);
		const own = await judged(buildCall(tool, sample.args), ran);
		for (let count = 0; count < 40; count++) {
			const args = alternative(sample.args, tool.parameters, random);
			expect([tool.name, args, await judged(mustBeReady(read(tool, args)), ran)]).toEqual([tool.name, args, own]);
		}
	}
});

const texts = [
	...[
		"",
		".",
		"a.ts",
		"~/.aws/credentials",
		"../other/b.ts",
		"/etc/passwd;a.ts",
		"conflict://1",
		"https://example.com/x",
	],
	...[
		"rm -rf /",
		"print(1)",
		"js",
		"python",
		"*** Begin Patch\n*** Add File: x\n+y\n*** End Patch",
		"[a.ts#1234]\nCUT 1",
	],
	...['{"language":"js","code":"2"}', '[{"language":"py","code":"3"}]', "view", "create", "start", "send", "init"],
];

function anyValue(random: Random, depth = 0): unknown {
	const kind = random.below(depth > 2 ? 4 : 6);
	if (kind === 4) return Array.from({ length: random.below(3) }, () => anyValue(random, depth + 1));
	if (kind === 5) {
		const names = ["language", "code", "source", "path", "old_string", "new_string", "task", "content", "status", "op"];
		return Object.fromEntries([1, 2, 3].map(() => [random.pick(names), anyValue(random, depth + 1)]));
	}
	return kind === 0 ? random.below(9) : kind === 1 ? random.oneIn(2) : random.pick(texts);
}

const otherNames = [
	...["file_path", "paths", "glob", "type", "command", "cmd", "script", "source", "lang", "code", "language", "cells"],
	...["edits", "old_str", "new_str", "old_string", "new_string", "file_text", "insert_line", "patch", "diff", "input"],
	...["todos", "prompt", "assignment", "ids", "form", "url", "uri", "status", "data", "-i", "title", "breakpoints"],
];

/** Any mixture of a tool's own, hidden and foreign parameters; required ones are mostly there. */
function anyArguments(tool: AgentTool, random: Random): Fields {
	const { properties, required = [] } = tool.parameters as { properties?: Fields; required?: readonly string[] };
	const names = [...Object.keys({ ...properties, ...tool.hiddenParameters }), ...otherNames];
	const chosen = [
		...required.filter(() => !random.oneIn(4)),
		...Array.from({ length: random.below(4) }, () => random.pick(names)),
	];
	const choices = (name: string) => (properties?.[name] as { enum?: readonly string[] } | undefined)?.enum;
	return Object.fromEntries(
		chosen.map((name) => {
			const allowed = choices(name);
			return [name, allowed && !random.oneIn(4) ? random.pick(allowed) : anyValue(random)];
		}),
	);
}

test.each(modes)(
	"whatever a model writes, what is judged is what runs, and reading it twice changes nothing (%s)",
	async (mode) => {
		const random = seeded(7);
		const { tools, ran } = watchedTools(mode);
		let ready = 0;
		for (let count = 0; count < 4000; count++) {
			const tool = random.pick(tools);
			const args = anyArguments(tool, random);
			const call = read(tool, args);
			if (call.kind === "refused") continue;
			ready++;
			const again = mustBeReady(read(tool, call.arguments));
			expect([tool.name, args, again.arguments]).toEqual([tool.name, args, call.arguments]);
			expect([tool.name, args, await judged(again, ran)]).toEqual([tool.name, args, await judged(call, ran)]);
			// The very value, which nobody can change in between.
			expect(ran.at(-1)).toBe(call.arguments);
			expect([tool.name, isFrozen(call.arguments)]).toEqual([tool.name, true]);
		}
		expect(ready).toBeGreaterThan(500);
	},
);

function isFrozen(value: unknown): boolean {
	if (typeof value !== "object" || value === null) return true;
	return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

test("nothing but the normalizer makes a call that can be judged or run", () => {
	const [tool] = watchedTools().tools;
	if (!tool) throw new Error("no tool");
	// @ts-expect-error: the constructor is private.
	const make = () => new NormalizedCall({ type: "toolCall", id: "1", name: "read", arguments: {} }, {});
	expect(make).toBeFunction();
	const call = buildCall(tool, { path: "a.ts" });
	// @ts-expect-error: a copy with other arguments is no normalized call.
	const copy: NormalizedCall = { ...call, arguments: { path: "/etc/passwd" } };
	expect(copy).not.toBeInstanceOf(NormalizedCall);
	expect(() => Object.assign(call.arguments, { path: "/etc/passwd" })).toThrow("readonly");
});
