import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { contentBlocks, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import { readApproval } from "@oh-my-pi/pi-policy/files/read-approval";
import { currentPlace, type PathBase, pathOfFileUrl, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { isWebUrl } from "@oh-my-pi/pi-policy/paths/uri";
import { mustNotBeSecret } from "../files/open/must-not-be-secret.ts";
import { describeFailure } from "../files/open/open-regular.ts";
import { namedPaths } from "../files/paths/named-paths.ts";
import { noSelector, type Selector, splitSelector } from "../files/paths/selector.ts";
import { findArchivePath } from "../formats/archives/archive-path.ts";
import { formatNotices } from "../output/notices.ts";
import type { ReadDetails } from "./contract/details.ts";
import type { ReadDeps } from "./contract/read-ports.ts";
import { readArchive } from "./kinds/read-archive.ts";
import { readLocal } from "./kinds/read-local.ts";
import { isUrl, readUrl } from "./kinds/read-url.ts";
import { globListing, notFound } from "./not-found.ts";
import { recoverPath } from "./recover-path.ts";
import { readSqlite } from "./sqlite/read-sqlite.ts";
import { findSqlitePath } from "./sqlite/sqlite-path.ts";
import { showText } from "./text/read-text.ts";

const noSuchFile = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EINVAL", "ERR_INVALID_ARG_VALUE"]);
/** What a database answers has limits of its own. */
const maxDatabaseLines = 3000;

export async function executeRead(
	requestedPath: string,
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	const addresses = requestedPath.trim().split(/[;\s]+/);
	const several =
		addresses.length > 1 && addresses.every(isWebUrl) ? await readSeveral(addresses, signal, deps) : undefined;
	const output = several ?? (await readOne(requestedPath, signal, deps));
	if (output) return output;
	const parts = requestedPath.split(/[;,\s]+/).filter(Boolean);
	const outputs = parts.length > 1 ? await readSeveral(parts, signal, deps) : undefined;
	if (outputs) return outputs;
	const base = currentPlace(deps);
	const listing = await globListing(requestedPath, base);
	if (listing === undefined) throw await notFound(requestedPath, base);
	return { content: listing };
}

/** `undefined` when there is no such thing. */
async function readOne(
	requestedPath: string,
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails> | undefined> {
	const path = requestedPath.startsWith("file://") ? pathOfFileUrl(requestedPath) : requestedPath;
	if (isUrl(path)) return readUrl(path, signal, deps);
	const base = currentPlace(deps);
	const local = (absolute: string, selector: Selector, facts: Stats) => {
		mustHaveBeenJudged(absolute, path, base);
		return readLocal({ path: absolute, shown: showPath(absolute, base), selector, facts }, signal, deps);
	};

	// A file that really has a colon in its name beats any reading of it as a selector.
	const literal = resolvePath(path, base);
	const literalFacts = await statPath(literal, path);
	if (literalFacts) return local(literal, noSelector, literalFacts);
	const verbatim = path.endsWith(":raw") ? path.slice(0, -":raw".length) : undefined;
	const archive = await findArchivePath(path, base);
	if (archive && archive.requestedPath !== verbatim) {
		mustHaveBeenJudged(archive.absolute, path, base);
		return readArchive(archive, deps);
	}
	const database = await findSqlitePath(path, base);
	if (database && database.requestedPath !== verbatim) {
		mustNotBeSecret(database.absolute, path, deps);
		mustHaveBeenJudged(database.absolute, path, base);
		const text = await readSqlite(database.absolute, database.rest, { signal });
		const output = showText(text, { shown: path, selector: noSelector, plain: true, limit: maxDatabaseLines }, deps);
		return { ...output, details: { resolvedPath: database.absolute, ...output.details } };
	}
	const { path: bare, selector } = splitSelector(path);
	const absolute = resolvePath(bare, base);
	const facts = bare === path ? undefined : await statPath(absolute, bare);
	if (facts) return local(absolute, selector, facts);

	const fragment = lineFragment(path);
	if (fragment) {
		const output = await readOne(fragment, signal, deps);
		return output && withNote(output, `[Read '${path}' as '${fragment}'; lines are named with ':']`);
	}
	const recovered = await recoverPath(bare, base, signal);
	const recoveredFacts = recovered && (await statPath(recovered.path, bare));
	if (!recovered || !recoveredFacts) return undefined;
	const output = await local(recovered.path, selector, recoveredFacts);
	return recovered.bySuffix ? withSuffixNote(output, bare, showPath(recovered.path, base)) : output;
}

/** A file that was found under another name than the one in the call is no file that the user was asked about. */
function mustHaveBeenJudged(absolute: string, requestedPath: string, base: PathBase): void {
	if (!isKeyFile(absolute, base) || readApproval(namedPaths([requestedPath]), base) !== "read") return;
	throw new ToolError(`'${showPath(absolute, base)}' may hold keys; read it by this name, so that the user is asked.`);
}

/** `a.ts#L10-L12`, `a.ts (lines 10-12)` and the like, as a path with a selector. */
function lineFragment(path: string): string | undefined {
	const found =
		/^(.+?)(?:#|\s+\(?(?=L|lines?\b|\d+\s*-))\s*(?:lines?\s*)?L?(\d+)(?:\s*(?:-|–|to|:)\s*L?(\d+))?\)?$/i.exec(path);
	if (!found) return undefined;
	const [, file, start, end] = found;
	return `${file}:${start}${end === undefined ? (path.includes("#") ? `-${start}` : "") : `-${end}`}`;
}

async function statPath(path: string, shown: string): Promise<Stats | undefined> {
	try {
		return await stat(path);
	} catch (error) {
		const failure = error as NodeJS.ErrnoException;
		if (noSuchFile.has(failure.code ?? "")) return undefined;
		throw new ToolError(`Cannot read '${shown}': ${describeFailure(failure)}`, { cause: error });
	}
}

function withSuffixNote(output: ToolOutput<ReadDetails>, from: string, to: string): ToolOutput<ReadDetails> {
	const note = `[Path '${from}' not found; resolved to '${to}' via suffix match]`;
	return withNote({ ...output, details: { ...output.details, suffixResolution: { from, to } } }, note);
}

function withNote(output: ToolOutput<ReadDetails>, note: string): ToolOutput<ReadDetails> {
	if (typeof output.content === "string") return { ...output, content: `${note}\n${output.content}` };
	return { ...output, content: [{ type: "text", text: note }, ...output.content] };
}

/** One text that names several paths; `undefined` when none of them is there. */
async function readSeveral(
	paths: readonly string[],
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails> | undefined> {
	const outputs: Array<ToolOutput<ReadDetails> | Error> = [];
	const base = currentPlace(deps);
	for (const path of paths) {
		try {
			outputs.push((await readOne(path, signal, deps)) ?? (await notFound(path, base)));
		} catch (error) {
			outputs.push(error instanceof Error ? error : new Error(String(error)));
		}
	}
	if (outputs.every((output) => output instanceof Error)) return undefined;
	const blocks = outputs.flatMap((output, index) => {
		if (!(output instanceof Error)) return withNotices(output);
		return contentBlocks(`[Could not read ${paths[index]}: ${output.message}]`);
	});
	const note = `Note: interpreted as ${paths.length} paths: ${paths.join(", ")}`;
	const details = { displayReadTargets: paths };
	if (blocks.some(({ type }) => type === "image"))
		return { content: [{ type: "text", text: note }, ...blocks], details };
	const texts = blocks.map((block) => (block.type === "text" ? block.text : ""));
	return { content: [note, ...texts].join("\n\n"), details };
}

/** What is missing of one part is said below it; below all of them nobody would know which. */
function withNotices({ content, details }: ToolOutput<ReadDetails>): ReturnType<typeof contentBlocks> {
	const notices = details?.meta ? formatNotices(details.meta) : [];
	const blocks = contentBlocks(content);
	return notices.length > 0 ? [...blocks, ...contentBlocks(notices.join("\n"))] : blocks;
}
