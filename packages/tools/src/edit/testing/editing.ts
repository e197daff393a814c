import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import { snapshotTag } from "../../files/snapshots/snapshot-tag.ts";
import { EditMemory } from "../../services/edit-memory.ts";
import type { EditPorts } from "../edit-ports.ts";
import { applyPatchEditTool, hashlineEditTool, patchEditTool, replaceEditTool } from "../modes.ts";
import type { EditDetails } from "../outcome/details.ts";
import type { PatchEdit } from "../patch/execute.ts";
import type { ReplaceParams } from "../replace/execute.ts";

/** A project, and a session that edits in it. */
export interface Editing extends Workspace {
	readonly ports: EditPorts;
	/** Looks at a file as `read` does, and gives its header. */
	see(path: string): Promise<string>;
	hashline(input: string): Promise<ToolOutput<EditDetails>>;
	applyPatch(input: string): Promise<ToolOutput<EditDetails>>;
	patch(path: string, edits: PatchEdit[]): Promise<ToolOutput<EditDetails>>;
	replace(params: ReplaceParams): Promise<ToolOutput<EditDetails>>;
}

export async function editing(
	files: Readonly<Record<string, string | Uint8Array>> = {},
	overrides: Partial<EditPorts> = {},
): Promise<Editing> {
	const project = await workspace(files);
	const ports: EditPorts = {
		cwd: () => project.path,
		home: "/nowhere",
		snapshots: new SnapshotStore(),
		memory: new EditMemory(),
		fuzzyMatch: () => ({ fuzzy: true, threshold: 0.95 }),
		...overrides,
	};
	const tools = {
		hashline: hashlineEditTool(ports),
		applyPatch: applyPatchEditTool(ports),
		patch: patchEditTool(ports),
		replace: replaceEditTool(ports),
	};
	return {
		...project,
		ports,
		async see(path) {
			const text = await project.read(path);
			const tag = ports.snapshots.record(project.file(path), text, "all");
			return `[${path}#${tag ?? snapshotTag(text)}]`;
		},
		hashline: (input) => runTool(tools.hashline, { input }),
		applyPatch: (input) => runTool(tools.applyPatch, { input }),
		patch: (path, edits) => runTool(tools.patch, { path, edits }),
		replace: (params) => runTool(tools.replace, params),
	};
}
