import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { pathBase } from "../files/mutate/ports.ts";
import { resolveTarget } from "../files/mutate/target.ts";
import { anchorHeader } from "../files/snapshots/display-mode.ts";
import type { Snapshot } from "../files/snapshots/snapshot-store.ts";
import { formatBytes } from "../output/format-bytes.ts";
import { writeArchiveMember } from "./archive/archive-member.ts";
import { findArchiveTarget } from "./archive/archive-target.ts";
import { writeConflict } from "./conflict.ts";
import { executableNotice, type WriteDetails } from "./contract/details.ts";
import type { WritePorts } from "./contract/write-ports.ts";
import { withoutDisplay } from "./pasted-display.ts";
import { writePlainFile } from "./plain-file.ts";
import { refuseMisread } from "./refuse-misread.ts";
import { resolveByWrite } from "./resolve-alias.ts";
import { writeSqliteRow } from "./sqlite/sqlite-row.ts";
import { findSqliteTarget } from "./sqlite/sqlite-target.ts";

export interface WriteParams {
	readonly path: string;
	readonly content: string;
}

/** Each takes the target if it is one of its kind. */
export async function executeWrite(
	params: WriteParams,
	call: ToolCallContext<WriteDetails>,
	ports: WritePorts,
): Promise<ToolOutput<WriteDetails>> {
	const { path } = params;
	const base = pathBase(ports);
	const scheme = parseScheme(path);
	const isFile = scheme === undefined || scheme === "local";
	const isHashline = isFile && ports.display.hashlineEdits && ports.display.hashLines;
	const { content, wasStripped } = isHashline
		? withoutDisplay(params.content)
		: { content: params.content, wasStripped: false };
	const notes = wasStripped ? ["Note: auto-stripped hashline display prefixes from content before writing."] : [];
	const answer = async () => {
		if (scheme === "xd" && ports.pending) return resolveByWrite(path, content, ports.pending, call);
		if (scheme === "conflict" && ports.conflicts) return writeConflict(path, content, ports.conflicts, ports, call);
		if (!isFile) return writeUrl(path, content, call.signal, ports);
		const archive = scheme === undefined ? await findArchiveTarget(path, base) : undefined;
		if (archive) return writeArchiveMember(archive, content, call, ports);
		const database = scheme === undefined ? await findSqliteTarget(path, base) : undefined;
		if (database) return writeSqliteRow(database, content, call, ports);
		await refuseMisread(path, content, base);
		return writeFile(path, content, call, ports, isHashline);
	};
	const output = await answer();
	if (notes.length === 0) return output;
	return {
		...output,
		content: [output.content, ...notes].join("\n"),
		details: { ...output.details, notes },
	};
}

async function writeUrl(
	url: string,
	content: string,
	signal: AbortSignal,
	ports: WritePorts,
): Promise<ToolOutput<WriteDetails>> {
	const scheme = ports.urls?.find(url);
	if (!scheme) {
		const writable = ports.urls?.schemes().map((name) => `${name}://`) ?? [];
		const known = writable.length > 0 ? ` Known schemes: ${writable.join(", ")}.` : "";
		throw new ToolError(
			`Unknown URI-like write target '${url}'.${known} Prefix the path with './' to write it as a filesystem path.`,
		);
	}
	if (!scheme.write) throw new ToolError(`Cannot write '${url}': ${scheme.scheme}:// is read-only.`);
	return { content: await scheme.write(url, content, { signal }) };
}

async function writeFile(
	path: string,
	content: string,
	call: ToolCallContext<WriteDetails>,
	ports: WritePorts,
	isHashline: boolean,
): Promise<ToolOutput<WriteDetails> & { content: string }> {
	if (path.endsWith("/")) throw new ToolError(`'${path}' names a folder; add the name of the file.`);
	const target = resolveTarget(path, ports);
	call.onProgress({ content: `Writing ${content.length} bytes to ${target.shownPath}...` });
	const known = isHashline ? ports.snapshots.versions(target.path) : [];
	const { made, madeExecutable, diagnostics } = await writePlainFile(target, content, ports, call);
	const lines = [`Successfully wrote ${content.length} bytes to ${target.shownPath}`];
	if (isHashline && made.tag) lines.unshift(anchorHeader(target.shownPath, made.tag));
	if (madeExecutable) lines.push(executableNotice);
	if (isHashline && made.before && made.before.text !== "") lines.push(...unreadNote(made.before.text, known));
	return {
		content: lines.join("\n"),
		details: {
			resolvedPath: target.path,
			...(madeExecutable && { madeExecutable: true }),
			...(diagnostics && { diagnostics, meta: { diagnostics } }),
		},
	};
}

/** What went of a file without a look at it. */
function unreadNote(text: string, known: readonly Snapshot[]): string[] {
	const count = text.replace(/\n$/, "").split("\n").length;
	const what = text === "\0" ? "what was no text" : `${count} line${count === 1 ? "" : "s"}`;
	const size = `${what} (${formatBytes(Buffer.byteLength(text))}) were replaced.`;
	if (known.length === 0) return [`Note: the file was there and had not been read in this session; ${size}`];
	// Of what was written or read as a whole, at one time or another, everything was known.
	const most = Math.max(...known.map(({ seen }) => seen.reduce((sum, { start, end }) => sum + end - start + 1, 0)));
	if (most * 2 >= count) return [];
	return [`Note: of this file only ${most} of ${count} lines had been shown; ${size}`];
}
