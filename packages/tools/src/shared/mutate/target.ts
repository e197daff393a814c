import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { realPathOf } from "../paths/resolve-links.ts";
import { resolvePath } from "../paths/resolve-path.ts";
import { pathInside, showPath } from "../paths/show-path.ts";
import { schemeOf } from "../paths/uri.ts";
import { refuseGenerated } from "./generated-file.ts";
import { type LoadedFile, loadFile, mustBeWritable } from "./load-file.ts";
import { type MutationPorts, pathBase } from "./ports.ts";

/** A file that a call names. */
export interface Target {
	readonly path: string;
	readonly shownPath: string;
	/** Where it really is; the write goes there or nowhere. */
	readonly realPath?: string;
	/** Only for the user: folders that are made for it are closed to others. */
	readonly isPrivate?: true;
}

/** The file meant, if it may be changed at all. */
export function resolveTarget(given: string, ports: MutationPorts): Target {
	const scheme = schemeOf(given);
	if (scheme === "local") return localTarget(given, ports);
	if (scheme !== undefined) {
		throw new ToolError(`Cannot change '${given}': only files and local:// can be edited.`);
	}
	if (ports.isTreeReadOnly?.()) {
		throw new ToolError(
			"Plan mode: the working tree is read-only. Write your plan to a local://<slug>-plan.md file instead.",
		);
	}
	const base = pathBase(ports);
	const path = resolvePath(given, base);
	return { path, shownPath: showPath(path, base), realPath: ports.judged?.find(path) ?? realPathOf(path) };
}

function localTarget(given: string, ports: MutationPorts): Target {
	const root = ports.localRoot?.();
	if (root === undefined) throw new ToolError(`Cannot write '${given}': this session keeps no local:// files.`);
	const path = join(root, given.slice("local://".length));
	// A link in there must not be a way around what is refused, or asked about, for other files.
	const realPath = realPathOf(path);
	if (!pathInside(path, root) || pathInside(realPath, realPathOf(root)) === undefined)
		throw new ToolError(`'${given}' does not name a file inside local://`);
	return { path, shownPath: given, realPath, isPrivate: true };
}

/** Reads a file that is to be changed; `undefined` when there is none. */
export async function openTarget(target: Target, ports: MutationPorts): Promise<LoadedFile | undefined> {
	const { path, shownPath } = target;
	const file = await loadFile(path, shownPath, target.isPrivate ? undefined : ports.editor?.());
	if (!file) return undefined;
	if (ports.blockGenerated?.() ?? true) await refuseGenerated(path, shownPath);
	await mustBeWritable(path, shownPath);
	return file;
}
