import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { languageOfPath, type SourceLanguage } from "@oh-my-pi/pi-natives/syntax/syntax";
import { classifySecrecy } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { splitTargets } from "@oh-my-pi/pi-policy/paths/split-targets";
import type { FileFinder } from "../files/open/file-finder.ts";
import { findTarget } from "../files/open/find-target.ts";
import { LeftOut } from "../files/open/left-out.ts";
import { mustBeSearchable } from "../files/open/must-be-searchable.ts";
import type { UrlRouter } from "../urls/url-router.ts";

export interface SourceFile {
	readonly path: string;
	readonly shownPath: string;
	readonly language: SourceLanguage;
}

export interface SourceScope {
	/** In the order of their names. */
	readonly files: readonly SourceFile[];
	/** Files of no known language. */
	readonly others: ReadonlyArray<Pick<SourceFile, "path" | "shownPath">>;
	/** As given. */
	readonly scopePath: string;
	readonly missing: readonly string[];
	/** Files that were named and are of no known language. */
	readonly unknown: readonly string[];
	/** What the walk left alone, since `read` would ask about it. */
	readonly leftOut: readonly string[];
}

export interface ScopePorts {
	readonly finder: FileFinder;
	readonly urls?: UrlRouter;
}

/** The files of known languages that some paths, folders and globs stand for. */
export async function sourceFiles(
	scope: string | readonly string[] | undefined,
	base: PathBase,
	ports: ScopePorts,
	signal: AbortSignal,
): Promise<SourceScope> {
	const options = { ...base, finder: ports.finder, urls: ports.urls, signal };
	const exists = async (path: string) => (await ports.finder.stat([resolvePath(path, base)]))[0] !== undefined;
	const requestedPaths = await splitTargets(scope, exists);
	const paths = new Set<string>();
	const leftOut = new Set<string>();
	const missing: string[] = [];
	const unknown: string[] = [];
	for (const one of requestedPaths) {
		const target = await findTarget(one, options);
		if (target.kind === "missing") missing.push(one);
		else if (target.kind === "path") {
			const isLeftOut = isKeyFile(target.path, base) && classifySecrecy(target.path, base) !== "ask";
			if (isLeftOut) leftOut.add(target.path);
			else paths.add(target.path);
			if (!languageOfPath(target.path)) unknown.push(one);
		} else {
			await mustBeSearchable(target.root, one, "folder");
			const { root, pattern } = target;
			const guarded = new LeftOut(root, base);
			for (const path of guarded.within(pattern)) leftOut.add(join(root, path));
			const onPaths = (found: readonly string[]) => {
				for (const path of found) if (!path.endsWith("/") && !guarded.has(path)) paths.add(join(root, path));
			};
			if (guarded.isAll) continue;
			const walk = { root, hidden: true, gitignore: true, leftOut: guarded.byFolder };
			await ports.finder.glob(pattern, { ...walk, signal, onPaths });
		}
	}
	if (missing.length === requestedPaths.length) throw new ToolError(`Path not found: ${missing.join(", ")}`);
	const files = [...paths].sort().flatMap((path) => {
		const language = languageOfPath(path);
		return language ? [{ path, shownPath: showPath(path, base), language }] : [];
	});
	const others = [...paths].filter((path) => !languageOfPath(path)).sort();
	return {
		files,
		others: others.map((path) => ({ path, shownPath: showPath(path, base) })),
		scopePath: requestedPaths.join("; "),
		missing,
		unknown,
		leftOut: [...leftOut],
	};
}
