import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ScratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import type { PathBase } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { decodeText } from "../files/open/load-text.ts";
import type { LineRange } from "../files/paths/selector.ts";
import { memberPath } from "../formats/archives/archive.ts";
import type { ArchivePath } from "../formats/archives/archive-path.ts";
import { openArchive } from "../formats/archives/open-archive.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { SearchTarget } from "./scope.ts";

/** A file on disk to be searched, and what it is called in the answer. */
export interface SourceFile {
	readonly path: string;
	readonly shown: string;
	readonly ranges: readonly LineRange[];
	/** Can be edited under the shown name. */
	readonly mutable: boolean;
}

export interface Sources {
	readonly files: readonly SourceFile[];
	readonly folders: ReadonlyArray<{ readonly root: string; readonly pattern?: string }>;
	/** Some of the files only hold a text that is none; such texts are searched for JavaScript's patterns. */
	readonly hasTexts: boolean;
	/** What could not be looked at, for the answer. */
	readonly notes: readonly string[];
}

export interface SourceOptions extends PathBase {
	readonly urls?: UrlRouter | undefined;
	readonly signal: AbortSignal;
	readonly scratch: () => Promise<ScratchFolder>;
}

/** Turns targets into things that can be searched; archive members become files in the scratch folder. */
export async function searchSources(targets: readonly SearchTarget[], options: SourceOptions): Promise<Sources> {
	const parts = await Promise.all(targets.map((target) => openSource(target, options)));
	return {
		files: parts.flatMap(({ files = [] }) => files),
		folders: parts.flatMap(({ folders = [] }) => folders),
		hasTexts: parts.some(({ hasTexts }) => hasTexts),
		notes: parts.flatMap(({ notes = [] }) => notes),
	};
}

async function openSource(target: SearchTarget, options: SourceOptions): Promise<Partial<Sources>> {
	switch (target.kind) {
		case "file":
			return {
				files: [
					{
						path: target.path,
						shown: showPath(target.path, options),
						ranges: target.ranges,
						mutable: true,
					},
				],
			};
		case "folder":
			return { folders: [target] };
		case "archive":
			return archiveSource(target.archive, target.ranges, options);
		case "url":
			return urlSource(target.url, target.ranges, options);
		case "missing":
			return {};
	}
}

async function urlSource(url: string, ranges: readonly LineRange[], options: SourceOptions): Promise<Partial<Sources>> {
	if (/[*?[{]/.test(url.replace(/\?.*$/, ""))) {
		throw new ToolError(`Glob patterns are not supported for internal URLs: ${url}`);
	}
	if (!options.urls) throw new ToolError(`Path not found: ${url}`);
	const scheme = options.urls.get(url);
	const isBare = /^[a-z][a-z0-9+.-]*:\/\/$/i.test(url);
	const { signal } = options;
	const addresses = isBare && scheme.list ? await scheme.list({ signal }) : [url];
	const files: SourceFile[] = [];
	let hasTexts = false;
	for (const address of addresses) {
		const { backingPath, text, mutable = false } = await scheme.resolve(address, { signal });
		if (backingPath === undefined) {
			hasTexts = true;
			files.push({ path: await scratchFile(Buffer.from(text), options), shown: address, ranges, mutable: false });
		} else files.push({ path: backingPath, shown: address, ranges, mutable });
	}
	return { files, hasTexts };
}

/** A place for what is not on disk, so that ripgrep can search it: no pattern keeps that busy for ever. */
async function scratchFile(content: Uint8Array, options: SourceOptions): Promise<string> {
	const path = join((await options.scratch()).path, crypto.randomUUID());
	await writeFile(path, content);
	return path;
}

async function archiveSource(
	{ absolute, requestedPath, inner }: ArchivePath,
	ranges: readonly LineRange[],
	options: SourceOptions,
): Promise<Partial<Sources>> {
	await using archive = await openArchive(absolute).catch((error: Error) => {
		throw new ToolError(`Cannot search archive member(s): ${requestedPath}: ${error.message}`);
	});
	const wanted = memberPath(inner);
	if (wanted === undefined)
		throw new ToolError(`Cannot search archive member(s): ${requestedPath}:${inner}: '..' is not allowed`);
	const paths = [...archive.members.keys()].filter(
		(path) => wanted === "" || path === wanted || path.startsWith(`${wanted}/`),
	);
	if (paths.length === 0 && wanted !== "") throw new ToolError(`Path not found: ${requestedPath}:${inner}`);
	if (ranges.length > 0 && (paths.length !== 1 || paths[0] !== wanted)) {
		throw new ToolError(`Line-range selector requires a single file: ${requestedPath}:${inner} is a directory`);
	}
	const files: SourceFile[] = [];
	const skipped: string[] = [];
	for (const member of paths) {
		options.signal.throwIfAborted();
		const bytes = await archive.read(member).catch(() => undefined);
		const shown = `${requestedPath}:${member}`;
		if (bytes === undefined || decodeText(bytes) === undefined) skipped.push(shown);
		else files.push({ path: await scratchFile(bytes, options), shown, ranges, mutable: false });
	}
	return { files, notes: skipped.length > 0 ? [`Skipped binary archive members: ${skipped.join(", ")}`] : [] };
}
