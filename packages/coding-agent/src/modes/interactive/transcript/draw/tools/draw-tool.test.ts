import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import { drawBlock } from "../../../gallery/draw-gallery.ts";
import { gallerySamples } from "../../../gallery/gallery-samples.ts";
import { sampleBlock, sampleStates } from "../../../gallery/sample-blocks.ts";
import { testRenderOptions } from "../../../testing/test-render-options.ts";
import type { ToolBlock } from "../../reduce/block.ts";
import { toolRenderer } from "../blocks/tool.ts";
import { drawTool } from "./draw-tool.ts";

const toolViews = await loadToolViews();
const toolSamples = await gallerySamples();

const bash = (state: ToolBlock["state"], text: string, details?: object): ToolBlock => ({
	kind: "tool",
	id: "b",
	tool: "bash",
	args: { command: "bun test" },
	state,
	output: { content: [{ type: "text", text }], details },
	settled: state !== "running",
});
const sample = (tool: string) => {
	const found = toolSamples.find((candidate) => candidate.tool === tool);
	if (!found) throw new Error(`There is no sample of ${tool}`);
	return found;
};
const many = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");

verifies("tui:tool-block:states", () => {
	const marks = sampleStates.map((state) => drawBlock(sampleBlock(sample("write"), state), testRenderOptions(), 60)[0]);
	expect(marks).toEqual([
		"╭─── ⠋ Write: src/greet.ts · 2 lines … (streaming) ────────╮",
		"╭─── ⠋ Write: src/greet.ts · 3 lines ──────────────────────╮",
		"╭─── ✎ Write: src/greet.ts · 3 lines ──────────────────────╮",
		"╭─── ✘ Write: src/greet.ts · 3 lines ──────────────────────╮",
	]);
	const bashMarks = (["running", "done", "failed"] as const).map(
		(state) => drawTool(bash(state, "x"), testRenderOptions(), 40)[0],
	);
	expect(bashMarks).toEqual([" ⠋ $ bun test", " ● $ bun test", " ✘ $ bun test"]);
	// The same view all the way, so that it changes in place.
	const view = toolRenderer.create(bash("running", "begun"), testRenderOptions());
	const before = view.render(40).length;
	view.update(bash("failed", "begun\nended", { wallTimeMs: 5, exitCode: 1 }));
	expect([before, view.render(40).length]).toEqual([2, 4]);
});

verifies("tui:tool-block:bash", () => {
	const details = { wallTimeMs: 60, timeoutSeconds: 300, exitCode: 2 };
	const text = `${many}\n\n\nWall time: 0.06 seconds\n\nCommand exited with code 2`;
	const rows = drawTool(bash("failed", text, details), testRenderOptions(), 60);
	expect(rows.slice(0, 3)).toEqual([" ✘ $ bun test", "   │ … 30 earlier lines ⟦Ctrl+O: Expand⟧", "   │ line 31"]);
	expect(rows.slice(-2)).toEqual(["   │ line 40", "   │ ⟦Wall: 0.06s | Timeout: 300s | Exit: 2⟧"]);
	expect(drawTool(bash("running", many), testRenderOptions(), 60)).toHaveLength(12);
	const cancelled = drawTool(bash("failed", "[Command cancelled]\nbegun"), testRenderOptions(), 60);
	expect(cancelled.join("\n")).toContain("[Command cancelled]");
});

verifies("tui:tool-block:mcp", () => {
	const call = (text: string, state: ToolBlock["state"] = "done"): ToolBlock => ({
		...{ kind: "tool", id: "m", tool: "mcp__weather_forecast", args: { city: "Uppsala", days: 2 }, state },
		output: { content: [{ type: "text", text }], details: { serverName: "weather", mcpToolName: "forecast" } },
		settled: state !== "running",
	});
	const rows = drawTool(call(many), testRenderOptions(), 60);
	expect(rows.slice(0, 3)).toEqual([
		" ● weather/forecast",
		'   city="Uppsala" days=2',
		"   │ … 30 earlier lines ⟦Ctrl+O: Expand⟧",
	]);
	expect(rows).toHaveLength(13);
	// Before there is a result, its source knows its name.
	const toolLabel = (name: string) => (name === "mcp__weather_forecast" ? "weather/forecast" : undefined);
	const { output: _, ...running } = call("", "running");
	expect(drawTool(running, testRenderOptions({ toolLabel }), 60)[0]).toBe(" ⠋ weather/forecast");
	expect(drawTool(running, testRenderOptions(), 60)[0]).toBe(" ⠋ mcp__weather_forecast");
	// Text is Markdown where the user wants that, and JSON a tree all the same.
	const text = "# Snow\n\n- **cold**\n- `white`";
	const markdown = testRenderOptions({ markdownResults: () => true });
	const drawn = (block: ToolBlock, options = markdown) => drawTool(block, options, 60).slice(2).join("\n");
	expect(drawn(call(text))).toContain("cold");
	expect(drawn(call(text))).not.toContain("**cold**");
	expect(drawn(call(text), testRenderOptions())).toContain("**cold**");
	expect(drawn(call(text, "running"))).toContain("**cold**");
	expect(drawn(call('{"a":1}'))).toBe("   │ └─ a 1");
	expect(drawn({ ...call(text), output: { content: [{ type: "text", text }] } })).toContain("**cold**");
	expect(drawTool(call(Array(40).fill("- x").join("\n")), markdown, 60)).toHaveLength(13);
});

verifies("tui:tool-block:each-tool", () => {
	for (const tool of [...toolViews.keys(), "mcp__weather__forecast"]) {
		const rows = drawBlock(sampleBlock(sample(tool), "done"), testRenderOptions(), 80);
		expect([tool, rows.length > 0 && rows.length <= 16]).toEqual([tool, true]);
	}
	expect(drawBlock(sampleBlock(sample("mcp__weather__forecast"), "done"), testRenderOptions(), 60)).toEqual([
		" ● mcp__weather__forecast",
		'   city="Uppsala" days=2',
		"   │ ├─ city Uppsala",
		"   │ └─ days",
		"   │    ├─ 1",
		"   │    │  ├─ day 1",
		"   │    │  └─ sky snow",
		"   │    └─ 2",
		"   │       ├─ day 2",
		"   │       └─ sky clear",
	]);
});

verifies("tui:tool-block:collapse", () => {
	const rows = (changes: Parameters<typeof testRenderOptions>[0]) =>
		drawTool(bash("done", many), testRenderOptions(changes), 60).map((row) => row.slice(5));
	expect(rows({})[1]).toBe("… 30 earlier lines ⟦Ctrl+O: Expand⟧");
	expect(rows({ expandKey: () => "F9" })[1]).toBe("… 30 earlier lines ⟦F9: Expand⟧");
	expect(rows({ expandKey: () => "" })[1]).toBe("… 30 earlier lines");
	const view = toolRenderer.create(bash("done", many), testRenderOptions({ expanded: () => expanded }));
	let expanded = false;
	const folded = view.render(60).length;
	expanded = true;
	view.invalidate?.();
	expect([folded, view.render(60).length]).toEqual([12, 41]);
});

verifies("tui:tool-block:sanitised", () => {
	const nasty = "a\x1b[2J\x1b[10;10Hb\x1b]0;title\x07c\x1b[?1049hd\x07\rover\te\u202e";
	const block = { ...bash("done", nasty), args: { command: `echo ${nasty}`, deep: [{ also: nasty }] } };
	for (const tool of ["bash", "mcp__x__y", "read", "eval", "todo", "search"]) {
		const rows = drawTool({ ...block, tool }, testRenderOptions({ expanded: () => true }), 60).join("\n");
		expect([tool, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(rows)]).toEqual([tool, false]);
	}
	const long = drawTool(bash("done", "x".repeat(5_000_000)), testRenderOptions(), 60);
	expect(long.length).toBeLessThan(10);
	expect(
		drawTool(bash("done", "x".repeat(5_000_000)), testRenderOptions({ expanded: () => true }), 60).length,
	).toBeLessThan(200);
});

verifies("tui:tool-block:hide", () => {
	let showTools = true;
	const render = testRenderOptions({ showTools: () => showTools });
	const blocks = [bash("done", "x"), sampleBlock(sample("read"), "done")];
	expect(blocks.map((block) => drawBlock(block, render, 60).length > 0)).toEqual([true, true]);
	showTools = false;
	expect(blocks.map((block) => drawBlock(block, render, 60))).toEqual([[], []]);
});

test("a tight layout has no empty columns at the sides", () => {
	const read = sampleBlock(sample("read"), "done");
	expect(drawBlock(read, testRenderOptions(), 40)).toEqual([" ● Read src/greet.ts:1-3"]);
	expect(drawBlock(read, testRenderOptions({ padding: () => 0 }), 40)).toEqual(["● Read src/greet.ts:1-3"]);
});
