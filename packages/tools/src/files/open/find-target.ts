import { parse } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import type { UrlRouter } from "../../urls/url-router.ts";
import { hasWildcard, splitGlob } from "../paths/glob-target.ts";
import type { FileFacts, FileFinder } from "./file-finder.ts";

export type FindTarget =
	| { readonly kind: "path"; readonly path: string; readonly facts: FileFacts }
	| { readonly kind: "glob"; readonly root: string; readonly pattern: string }
	| { readonly kind: "missing"; readonly requestedPath: string };

export interface TargetOptions extends PathBase {
	readonly finder: FileFinder;
	readonly urls?: UrlRouter | undefined;
	readonly signal: AbortSignal;
}

/** What a path or glob of a call stands for. */
export async function findTarget(requestedPath: string, options: TargetOptions): Promise<FindTarget> {
	if (parseScheme(requestedPath))
		return findTarget(await backingPath(requestedPath, options), { ...options, urls: undefined });
	const literal = resolvePath(requestedPath, options);
	const [facts] = await options.finder.stat([literal]);
	if (facts && !facts.isDirectory) return { kind: "path", path: literal, facts };
	// A name with brackets that exists is that name; routes of web frameworks look like this.
	const glob = facts ? { base: requestedPath, pattern: "**/*" } : splitGlob(requestedPath);
	if (!glob) return { kind: "missing", requestedPath };
	const root = glob.base === "/" && requestedPath !== "/" ? "/" : resolvePath(glob.base, options);
	if (root === parse(root).root) throw new ToolError(`Searching from root directory '${root}' is not allowed`);
	const [rootFacts] = await options.finder.stat([root]);
	if (!rootFacts?.isDirectory) return { kind: "missing", requestedPath };
	return { kind: "glob", root, pattern: glob.pattern };
}

async function backingPath(url: string, { urls, signal }: TargetOptions): Promise<string> {
	const glob = hasWildcard(url) ? splitGlob(url) : undefined;
	if (glob && parseScheme(url) !== "memory") {
		throw new ToolError(`Glob patterns are not supported for internal URLs: ${url}`);
	}
	const address = glob ? glob.base : url;
	const resource = await urls?.get(address).resolve(address, { signal });
	if (!resource?.backingPath) throw new ToolError(`Cannot find internal URL without a backing file: ${url}`);
	return glob ? `${resource.backingPath}/${glob.pattern}` : resource.backingPath;
}
