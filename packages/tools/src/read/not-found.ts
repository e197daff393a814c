import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { splitSelector } from "../files/paths/selector.ts";

const maxNameLength = 255;
const maxSiblings = 5000;

/** That a path is not there, with what was probably meant. */
export async function notFound(requestedPath: string, base: PathBase): Promise<ToolError> {
	const hint =
		requestedPath.length > maxNameLength * 4 || requestedPath.includes("\0")
			? undefined
			: await hintFor(requestedPath, base);
	return new ToolError(`Path '${requestedPath}' not found${hint ? `. ${hint}` : ""}`);
}

async function hintFor(requestedPath: string, base: PathBase): Promise<string | undefined> {
	const { path } = splitSelector(requestedPath);
	if (isGlob(path)) return `'${path}' is a glob, and no file fits it. The tool that finds files is \`find\`.`;
	const link = await lstat(resolvePath(path, base)).catch(() => undefined);
	if (link?.isSymbolicLink()) return "It is a symbolic link that leads to nothing.";
	return (await selectorHint(path, base)) ?? (await nameHint(path, base));
}

const maxGlobFiles = 100;

/** The files that a glob fits, for whoever reads with one; `undefined` when it is none or fits nothing. */
export async function globListing(pattern: string, base: PathBase): Promise<string | undefined> {
	if (!isGlob(pattern) || /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return undefined;
	const paths: string[] = [];
	for await (const path of new Bun.Glob(pattern).scan({ cwd: base.cwd })) {
		if (/(?:^|\/)(?:node_modules|\.git)\//.test(path) && !pattern.includes("node_modules")) continue;
		if (paths.push(path) > maxGlobFiles) break;
	}
	if (paths.length === 0) return undefined;
	const shown = paths.slice(0, maxGlobFiles).sort();
	const count = paths.length > maxGlobFiles ? `more than ${maxGlobFiles} files` : `${paths.length} files`;
	return [`'${pattern}' is a glob, which fits ${paths.length === 1 ? "1 file" : count}:`, ...shown].join("\n");
}

function isGlob(path: string): boolean {
	return /[*?]|\{[^}]*,[^}]*\}/.test(path) && !/[\s;]/.test(path);
}

/** A file that is there, with something behind its name that says nothing. */
async function selectorHint(path: string, base: PathBase): Promise<string | undefined> {
	for (let colon = path.lastIndexOf(":"); colon > 0; colon = path.lastIndexOf(":", colon - 1)) {
		const file = path.slice(0, colon);
		if (!(await lstat(resolvePath(file, base)).catch(() => undefined))) continue;
		const selectors = ":5, :5-20, :5+10, :5-9,30-40, :raw or :conflicts";
		return `'${file}' is there, but '${path.slice(colon)}' is no selector: use ${selectors}.`;
	}
	return undefined;
}

async function nameHint(path: string, base: PathBase): Promise<string | undefined> {
	const absolute = resolvePath(path, base);
	const names = await readdir(dirname(absolute)).catch(() => []);
	if (names.length > maxSiblings) return undefined;
	const close = nearest(basename(absolute), names, 3).map((name) => showPath(join(dirname(absolute), name), base));
	return close.length > 0 ? `Did you mean ${close.map((name) => `'${name}'`).join(" or ")}?` : undefined;
}
