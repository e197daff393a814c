import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import type { Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import type { WritePorts } from "../contract/write-ports.ts";
import { writeTool } from "../write.ts";

export function writePorts(project: Workspace): WritePorts {
	return {
		cwd: () => project.path,
		home: "/nowhere",
		now: () => Date.UTC(2024, 0, 2, 3, 4, 6),
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: true, hashLines: true, lineNumbers: false },
	};
}

/** Calls the tool as a session would. */
export function writing(project: Workspace, overrides: Partial<WritePorts> = {}) {
	const tool = writeTool({ ...writePorts(project), ...overrides });
	return (path: string, content: string) => runToolWith(tool, { path, content });
}
