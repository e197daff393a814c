import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { ConflictIndex } from "@oh-my-pi/pi-tools/files/conflicts/conflict-index";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { readTool } from "@oh-my-pi/pi-tools/read/read";
import { defaultSummaryOptions } from "@oh-my-pi/pi-tools/read/summary/summarize";

/** Reads a file with the tool of a fresh process and prints what that took; the first read, of ourselves, loads the code. */
async function readOnce(path: string): Promise<{ ms: number; megabytes: number }> {
	const tool = readTool({
		cwd: () => "/",
		home: "/",
		now: () => 0,
		defaultLimit: 300,
		maxColumns: 768,
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: true, hashLines: true, lineNumbers: false },
		conflicts: new ConflictIndex(),
		summarize: defaultSummaryOptions,
		images: { autoResize: true, blocked: false, inspectedElsewhere: () => false },
	});
	await runTool(tool, { path: `${import.meta.path}:1-5` });
	Bun.gc(true);
	const before = process.memoryUsage().rss;
	const startedAt = performance.now();
	await runTool(tool, { path });
	const ms = performance.now() - startedAt;
	return { ms, megabytes: (process.memoryUsage().rss - before) / 1024 / 1024 };
}

console.log(JSON.stringify(await readOnce(process.argv[2] ?? "")));
