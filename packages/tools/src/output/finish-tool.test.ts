import { expect, test } from "bun:test";
import { defineTool, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { finishTool } from "./finish-tool.ts";
import type { OutputMeta } from "./output-meta.ts";

function toolAnswering(output: ToolOutput<{ meta?: OutputMeta }>) {
	return defineTool({
		name: "any",
		label: "Any",
		prompt: "",
		parameters: { type: "object", properties: {} },
		execute: async () => output,
	});
}

const limited: OutputMeta = { limits: { resultLimit: { reached: 5, suggestion: 10 } } };

test("notices stand below the text, after a blank line", async () => {
	const tool = finishTool(toolAnswering({ content: "rows\n", details: { meta: limited } }));
	expect(await runTool(tool, {})).toEqual({
		content: "rows\n\n[5 results limit reached. Use limit=10 for more]",
		details: { meta: limited },
	});
});

test("notices go to the last text of several blocks", async () => {
	const image = { type: "image" as const, data: "", mimeType: "image/png" };
	const content = [{ type: "text" as const, text: "first" }, image];
	const tool = finishTool(toolAnswering({ content, details: { meta: limited } }));
	expect((await runTool(tool, {})).content).toEqual([
		{ type: "text", text: "first\n\n[5 results limit reached. Use limit=10 for more]" },
		image,
	]);
});

test("a result without notices is passed on untouched", async () => {
	const output = { content: "rows", details: {} };
	expect(await runTool(finishTool(toolAnswering(output)), {})).toBe(output);
});

const rows = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}\n`).join("");

test("a long result is kept as an artifact and shown by its ends", async () => {
	const saved: string[] = [];
	const save = (_tool: string, content: string) => ({ id: String(saved.push(content) - 1) });
	const text = Array.from({ length: 2000 }, (_, index) => `row ${index + 1}`.padEnd(49)).join("\n");
	const tool = finishTool(toolAnswering({ content: text }), { artifacts: { allocate: () => ({ id: "0" }), save } });
	const { content, details } = await runTool(tool, {});
	expect(saved).toEqual([text]);
	expect(String(content).length).toBeLessThan(11_000);
	expect(content).toEndWith(
		"\n\n[Showing lines 1-40 and 1838-2000 of 2000; 1,797 middle lines (87.7KB) elided. Full: artifact://0]",
	);
	expect(details?.meta?.truncation?.artifactId).toBe("0");
});

test("equal lines of a long result are shown once, and nothing is missing", async () => {
	const { content, details } = await runTool(finishTool(toolAnswering({ content: "x\n".repeat(50_000) })), {});
	expect([content, details]).toEqual(["x [× 50000]\n", undefined]);
});

test("an artifact that cannot be saved only leaves the result shorter", async () => {
	const fail = () => {
		throw new Error("no disk");
	};
	const tool = finishTool(toolAnswering({ content: rows(50_000) }), {
		artifacts: { allocate: fail, save: fail },
	});
	expect((await runTool(tool, {})).content).toEndWith("elided]");
});

test("a tool that pages by itself keeps its long output", async () => {
	const content = "x\n".repeat(50_000);
	const tool = finishTool(toolAnswering({ content }), { keepsLongOutput: true });
	expect((await runTool(tool, {})).content).toBe(content);
});

test("an error that brings a whole file along is told by its ends", async () => {
	const failing = defineTool({
		name: "any",
		label: "Any",
		prompt: "",
		parameters: { type: "object", properties: {} },
		execute: () => Promise.reject(new ToolError(`It failed:\n${"x".repeat(5_000_000)}\nTry again.`)),
	});
	const error = await runTool(finishTool(failing), {}).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(ToolError);
	const { message } = error as ToolError;
	expect(message).toStartWith("It failed:\n");
	expect(message).toEndWith("\nTry again.");
	expect(message.length).toBeLessThan(50 * 1024);
});
