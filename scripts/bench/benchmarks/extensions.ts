import { join } from "node:path";
import { text } from "node:stream/consumers";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { Extension } from "../../../packages/coding-agent/src/features/extensions/api/extension.ts";
import { extensionHook } from "../../../packages/coding-agent/src/features/extensions/run/extension-hook.ts";
import { HandlerCalls } from "../../../packages/coding-agent/src/features/extensions/run/handler-calls.ts";
import type { Bench, Benchmark } from "../benchmark.ts";
import { extensionLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const starts = 25;
const turns = 2000;

/** What an extension that does nothing adds to the start, and one that only looks on adds to a tool call. */
export const extensions: Benchmark = {
	name: "extensions",
	async run(bench) {
		const idleFile = join(bench.scratch, "idle.ts");
		await Bun.write(idleFile, "export default () => {};\n");
		return [
			{
				name: "start with an idle extension, added",
				value: await addedToStart(bench, idleFile),
				unit: "ms",
				limit: extensionLimits.start,
			},
			{
				name: "tool call with an extension, added",
				value: await addedToCall(),
				unit: "ms",
				limit: extensionLimits.toolCall,
			},
		];
	},
};

/** As omp times it itself: whole starts vary by more. */
async function addedToStart(bench: Bench, extension: string): Promise<number> {
	const times: number[] = [];
	for (let count = -1; count < starts; count++) {
		const env = { ...bench.env, PI_TIMING: "x" };
		const child = Bun.spawn([bench.omp, "-p", "hi", "-e", extension], {
			cwd: bench.cwd,
			env,
			stdin: "ignore",
			stdout: "ignore",
			stderr: "pipe",
		});
		const phase = /^ +extensions +([\d.]+) ms/m.exec(await text(child.stderr))?.[1];
		if (phase === undefined) throw new Error("omp did not say how long extensions took");
		// The first one warms the file cache.
		if (count >= 0) times.push(Number(phase));
	}
	return median(times);
}

/** The hook of extensions around one call, without the call: the difference between two sessions is below what they vary by. */
async function addedToCall(): Promise<number> {
	const extension = new Extension({ path: "watching.ts", name: "watching", origin: "inline" });
	const watched = ["tool_call", "tool_result", "tool_execution_start", "tool_execution_end"];
	for (const name of watched) extension.handlers.set(name, [() => undefined]);
	const handlers = new HandlerCalls({
		extensions: () => [extension],
		contextFor: () => ({}) as never,
		report(_extension, event, error) {
			throw new Error(`${event}: ${error}`);
		},
		limitMs: () => 30_000,
		run: (work) => work(),
	});
	const hook = extensionHook(handlers, { origin: {}, log: { id: "bench" } } as never, { now: () => 0 } as never, {
		compactionSettings: () => ({}),
		tellTools: async () => {},
		onShutdown: () => {},
	});
	const bash = defineTool({
		name: "bash",
		label: "Bash",
		prompt: "",
		parameters: { type: "object", properties: { command: { type: "string" } } },
		execute: async () => ({ content: "" }),
	});
	const call = buildCall(bash, { command: "ls -la".repeat(20) }, "1");
	const output = { content: "a line of output\n".repeat(100) };
	const event = { toolCallId: "1", toolName: "bash" };
	const { signal } = new AbortController();
	const times: number[] = [];
	for (let count = 0; count < turns; count++) {
		const startedAt = performance.now();
		await hook.onToolCallReceived?.(call, signal);
		await hook.onEvent?.({ type: "tool_execution_start", ...event, args: call.arguments });
		await hook.afterToolCall?.(call, output);
		await hook.onEvent?.({ type: "tool_execution_end", ...event, result: { content: [] }, isError: false });
		times.push(performance.now() - startedAt);
	}
	return median(times);
}
