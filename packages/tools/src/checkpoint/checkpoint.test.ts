import { describe, expect, test } from "bun:test";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { OpenCheckpoint } from "../services/checkpoints.ts";
import { viewedOutput } from "../view/view.ts";
import { checkpointTool } from "./checkpoint.ts";
import { rewindTool } from "./rewind.ts";
import { checkpointView, rewindView } from "./view.ts";

const now = () => Date.UTC(2026, 10, 15);
const opened: OpenCheckpoint = { goal: "why it fails", startedAt: "2026-11-15T00:00:00.000Z" };

describe("checkpoint and rewind", () => {
	verifies("tools-agent:checkpoint:create", async () => {
		const output = await runTool(checkpointTool({ open: () => undefined, now }), { goal: "why it fails" });
		expect(output).toEqual({
			content:
				"Checkpoint created.\nGoal: why it fails\nRun your investigation, then call rewind with a concise report.",
			details: opened,
		});
		const second = runTool(checkpointTool({ open: () => opened, now }), { goal: "again" });
		await expect(second).rejects.toThrow("Checkpoint already active.");
	});

	test("rewind takes a report while a checkpoint is open", async () => {
		const output = await runTool(rewindTool({ open: () => opened }), { report: " found it\n" });
		expect(output).toEqual({
			content: "Rewind requested.\nReport captured for context replacement.",
			details: { report: "found it", rewound: true },
		});
	});

	verifies("tools-agent:checkpoint:errors", async () => {
		for (const report of ["", " \n\t"]) {
			const empty = runTool(rewindTool({ open: () => opened }), { report });
			await expect(empty).rejects.toThrow(new ToolError("Report cannot be empty."));
		}
		const early = runTool(rewindTool({ open: () => undefined }), { report: "x" });
		await expect(early).rejects.toThrow(new ToolError("No active checkpoint."));
	});

	test("the goal stands in the title and the report below its call", () => {
		const options = { theme: plainTheme, expanded: false, width: 80 };
		const output = viewedOutput({ content: [{ type: "text", text: "Rewind requested." }] }, "done");
		expect(checkpointView.title?.({ goal: "why" }, options)).toBe("Checkpoint why");
		expect(rewindView.result?.(output, options, { report: "a\nb" })).toEqual(["a", "b"]);
	});
});
