import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { ConflictIndex } from "../../files/conflicts/conflict-index.ts";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import { finishTool } from "../../output/finish-tool.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { readTool } from "../read.ts";
import { defaultSummaryOptions } from "../summary/summarize.ts";

export const anchored = { hashlineEdits: true, hashLines: true, lineNumbers: false };
export const numbered = { hashlineEdits: false, hashLines: true, lineNumbers: true };
export const plain = { hashlineEdits: false, hashLines: true, lineNumbers: false };

/** The tool as a session has it, with line numbers and without summaries unless a test wants them. */
export function readIn(cwd: string, overrides: Partial<ReadDeps> = {}) {
	const tool = readTool({
		cwd: () => cwd,
		home: cwd,
		now: () => 0,
		defaultLimit: 300,
		maxColumns: 768,
		snapshots: new SnapshotStore(),
		display: numbered,
		conflicts: new ConflictIndex(),
		summarize: { ...defaultSummaryOptions, enabled: false },
		images: { autoResize: true, blocked: false, inspectedElsewhere: () => false },
		...overrides,
	});
	return finishTool(tool, { keepsLongOutput: true });
}

export async function contentOf(cwd: string, path: string, overrides: Partial<ReadDeps> = {}) {
	return (await runTool(readIn(cwd, overrides), { path })).content;
}
