import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import type { Shell } from "@oh-my-pi/pi-natives/shell";
import { astEditTool } from "./ast-edit/ast-edit.ts";
import { astGrepTool } from "./ast-grep/ast-grep.ts";
import { bashTool } from "./bash/bash.ts";
import type { Conflicts } from "./conflicts/conflict-index.ts";
import { editTool } from "./edit/edit.ts";
import type { MatchOptions } from "./edit/match/find-lines.ts";
import { EditMemory } from "./edit/memory.ts";
import type { EditMode } from "./edit/mode.ts";
import { type FileFinder, localFinder } from "./find/file-finder.ts";
import type { MutationPorts } from "./mutate/ports.ts";
import { readTool } from "./read/read.ts";
import { type PendingActions, PendingQueue } from "./resolve/pending-actions.ts";
import { resolveTool } from "./resolve/resolve.ts";
import { SnapshotStore } from "./snapshots/snapshot-store.ts";
import type { UrlRouter } from "./urls/url-router.ts";
import { writeTool } from "./write/write.ts";

/** Everything the built-in tools need; each gets its part. What a session keeps itself is made where it is not given. */
export interface ToolPorts extends Partial<Omit<MutationPorts, "cwd" | "home">> {
	readonly cwd: () => string;
	readonly home: string;
	readonly now: () => number;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly shell: Shell;
	readonly readDefaultLimit: number;
	readonly bashTimeoutSeconds: number;
	/** Tools that the user has switched on or off. */
	readonly isEnabled?: (toolName: string) => boolean;
	/** How this model edits; see `chooseEditMode`. */
	readonly editMode?: EditMode;
	readonly editMemory?: EditMemory;
	readonly fuzzyMatch?: () => MatchOptions;
	readonly enforceSeenLines?: () => boolean;
	/** The settings `readHashLines` and `readLineNumbers`. */
	readonly readRows?: { readonly hashLines: boolean; readonly lineNumbers: boolean };
	readonly finder?: FileFinder;
	readonly urls?: UrlRouter;
	readonly conflicts?: Conflicts;
	readonly pending?: PendingActions;
	readonly maxAstFiles?: number;
}

export function builtInTools(ports: ToolPorts): AgentTool[] {
	const session = withDefaults(ports);
	const all: AgentTool[] = [
		readTool({ ...session, defaultLimit: ports.readDefaultLimit }),
		writeTool(session),
		editTool(session),
		astGrepTool(session),
		astEditTool(session),
		bashTool({ ...session, defaultTimeoutSeconds: ports.bashTimeoutSeconds }),
		resolveTool(session),
	];
	const isEnabled = ports.isEnabled ?? ((name) => name !== "ast_grep");
	return all.filter(({ name }) => isEnabled(name));
}

function withDefaults(ports: ToolPorts) {
	const mode = ports.editMode ?? "hashline";
	return {
		...ports,
		mode,
		snapshots: ports.snapshots ?? new SnapshotStore(),
		memory: ports.editMemory ?? new EditMemory(),
		fuzzyMatch: ports.fuzzyMatch ?? (() => ({ fuzzy: true, threshold: 0.95 })),
		display: { hashLines: true, lineNumbers: false, ...ports.readRows, hashlineEdits: mode === "hashline" },
		finder: ports.finder ?? localFinder(localRipgrep({ searchPath: ports.env.PATH })),
		pending: ports.pending ?? new PendingQueue(),
		...(ports.maxAstFiles !== undefined && { maxFiles: ports.maxAstFiles }),
	};
}
