import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathInside, showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { type LoadedFile, loadFile, mustBeWritable } from "./load-file.ts";
import { type MutationPorts, pathBase } from "./ports.ts";
import { refuseGenerated } from "./text/generated-file.ts";

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
export function resolveTarget(requestedPath: string, ports: MutationPorts): Target {
	const scheme = parseScheme(requestedPath);
	if (scheme === "local") return localTarget(requestedPath, ports);
	if (scheme !== undefined) {
		throw new ToolError(`Cannot change '${requestedPath}': only files and local:// can be edited.`);
	}
	if (ports.isTreeReadOnly?.()) {
		throw new ToolError(
			"Plan mode: the working tree is read-only. Write your plan to a local://<slug>-plan.md file instead.",
		);
	}
	const base = pathBase(ports);
	const path = resolvePath(requestedPath, base);
	return { path, shownPath: showPath(path, base), realPath: ports.judged?.find(path) ?? resolveRealPath(path) };
}

function localTarget(requestedPath: string, ports: MutationPorts): Target {
	const root = ports.localRoot?.();
	if (root === undefined) throw new ToolError(`Cannot write '${requestedPath}': this session keeps no local:// files.`);
	const path = join(root, requestedPath.slice("local://".length));
	// A link in there must not be a way around what is refused, or asked about, for other files.
	const realPath = resolveRealPath(path);
	if (!pathInside(path, root) || pathInside(realPath, resolveRealPath(root)) === undefined)
		throw new ToolError(`'${requestedPath}' does not name a file inside local://`);
	return { path, shownPath: requestedPath, realPath, isPrivate: true };
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
