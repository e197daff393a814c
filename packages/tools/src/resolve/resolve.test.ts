import { expect, test } from "bun:test";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { type PendingAction, PendingQueue, refusalWhilePending, resolveReminder } from "../services/pending-actions.ts";
import { writeTool } from "../write/write.ts";
import { resolveTool } from "./resolve.ts";

function action(label: string, apply?: () => Promise<ToolOutput>, reject?: PendingAction["reject"]): PendingAction {
	return {
		label,
		sourceToolName: "some_tool",
		apply: apply ?? (async (reason, extra) => ({ content: `done ${label}: ${reason}`, details: { extra } })),
		...(reject && { reject }),
	} as PendingAction;
}

verifies("tools-files:resolve:apply-discard", async () => {
	const pending = new PendingQueue();
	const tool = resolveTool({ pending });
	pending.push(action("A", undefined, async (reason) => ({ content: `rejected: ${reason}` })));
	pending.push(action("B"));
	pending.push(action("C"));
	expect(await runTool(tool, { action: "apply", reason: "good", extra: { title: "x" } })).toEqual({
		content: "done C: good",
		details: {
			action: "apply",
			reason: "good",
			extra: { title: "x" },
			sourceToolName: "some_tool",
			label: "C",
			sourceResultDetails: { extra: { title: "x" } },
		},
	});
	expect(await runTool(tool, { action: "discard", reason: "bad" })).toEqual({
		content: "Discarded: B. Reason: bad",
		details: { action: "discard", reason: "bad", sourceToolName: "some_tool", label: "B" },
	});
	expect((await runTool(tool, { action: "discard", reason: "no" })).content).toBe("rejected: no");
});

verifies("tools-files:resolve:nothing-pending", async () => {
	const tool = resolveTool({ pending: new PendingQueue() });
	await expect(runTool(tool, { action: "apply", reason: "x" })).rejects.toThrow(
		"No pending action to resolve. Nothing to apply or discard.",
	);
	expect(await runTool(tool, { action: "discard", reason: "x" })).toEqual({
		content: "Nothing to discard; no pending action remains.",
		details: { action: "discard", reason: "x" },
	});
});

verifies("tools-files:resolve:failed-apply-requeued", async () => {
	const queued: string[] = [];
	const pending = new PendingQueue({ onQueued: ({ label }) => queued.push(label) });
	const failures = [new Error("disk full"), new ToolError("the file changed")];
	const failing = async () => {
		const failure = failures.shift();
		if (failure) throw failure;
		return { content: "done" };
	};
	pending.push(action("A", failing));
	const tool = resolveTool({ pending });
	await expect(runTool(tool, { action: "apply", reason: "x" })).rejects.toThrow("Apply failed: disk full");
	await expect(runTool(tool, { action: "apply", reason: "x" })).rejects.toThrow(/^the file changed$/);
	expect((await runTool(tool, { action: "apply", reason: "x" })).content).toBe("done");
	expect([queued, pending.waiting]).toEqual([["A", "A", "A"], undefined]);
});

test("a standing handler decides when nothing is queued, and stays", async () => {
	let fails = true;
	const standing = action("plan", async () => {
		if (fails) throw new Error("no plan file");
		return { content: "approved" };
	});
	const pending = new PendingQueue({ standing: () => standing });
	const tool = resolveTool({ pending });
	await expect(runTool(tool, { action: "apply", reason: "x" })).rejects.toThrow("Apply failed: no plan file");
	expect(pending.waiting).toBeUndefined();
	fails = false;
	expect((await runTool(tool, { action: "apply", reason: "x" })).content).toBe("approved");
	pending.push(action("A"));
	expect((await runTool(tool, { action: "apply", reason: "x" })).content).toBe("done A: x");
});

test("what waits is named to whoever asks for something else", () => {
	const waiting = action("AST Edit: 2 replacements in 1 file");
	expect(refusalWhilePending(waiting, "resolve")).toBeUndefined();
	expect(refusalWhilePending(waiting, "read")).toBe(
		'Not run: resolve the pending action first: AST Edit: 2 replacements in 1 file. Call resolve with action "apply" or "discard" and a reason. Calls that only read need not wait.',
	);
	expect(resolveReminder(waiting)).toStartWith(
		"<system-reminder>\nThis is a preview: AST Edit: 2 replacements in 1 file.",
	);
});

verifies("tools-files:resolve:xd-aliases", async () => {
	await using project = await workspace();
	const pending = new PendingQueue();
	const write = writeTool({
		cwd: () => project.path,
		home: "/",
		now: () => 0,
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: true, hashLines: true, lineNumbers: false },
		pending,
	});
	const said = async (path: string, content: string) => (await runTool(write, { path, content })).content;
	pending.push(action("A"));
	expect(await said("xd://resolve", "fine\n")).toBe("done A: fine");
	pending.push(action("B"));
	expect(await said("xd://reject", "not fine")).toBe("Discarded: B. Reason: not fine");
	const seen: unknown[] = [];
	pending.push({ ...action("C"), apply: async (_reason, extra) => ({ content: String(seen.push(extra)) }) });
	await said("xd://propose", "go-plan");
	expect(seen).toEqual([{ title: "go-plan" }]);
	await expect(said("xd://other", "x")).rejects.toThrow("Unknown target 'xd://other'.");
});

test("the contract with the model is small and stays as it is", () => {
	const { name, prompt, parameters } = resolveTool({ pending: new PendingQueue() });
	expect({ name, prompt, parameters }).toMatchSnapshot();
});
