import { join } from "node:path";

/** The files of a repository that the rules check, by path from its root. */
export type SourceTree = ReadonlyMap<string, string>;

/** A violation of a rule. */
export interface Violation {
	readonly file: string;
	/** From 1. */
	readonly line?: number;
	readonly message: string;
}

export type Rule = (tree: SourceTree) => readonly Violation[];

const LOOKED_AT = ["*", ".ci/*", "{changes,docs,scripts,test}/**/*", "packages/*/*", "packages/*/{src,test,docs}/**/*"];
const READ = /\.(ts|tsx|json|md)$/;

/** Loads the real tree. Files whose text no rule needs have only a name. */
export async function loadSourceTree(root: string): Promise<SourceTree> {
	const paths = new Set<string>();
	for (const pattern of LOOKED_AT) {
		for await (const path of new Bun.Glob(pattern).scan({ cwd: root, dot: true })) {
			if (!path.includes("node_modules/")) paths.add(path);
		}
	}
	const entries = [...paths].sort().map(async (path): Promise<[string, string]> => {
		return [path, READ.test(path) ? await Bun.file(join(root, path)).text() : ""];
	});
	return new Map(await Promise.all(entries));
}

export function sourceFiles(tree: SourceTree): [path: string, source: string][] {
	return [...tree].filter(([path]) => /\.tsx?$/.test(path));
}

/** Tests, test helpers and scripts, which are not shipped. */
export function isSupport(path: string): boolean {
	return (
		/\.test\.tsx?$|\/testing\/|\/fixtures\//.test(path) ||
		!path.startsWith("packages/") ||
		packageFolder(path) === "testkit"
	);
}

/** The folder under `packages/` a file belongs to. */
export function packageFolder(path: string): string | undefined {
	return /^packages\/([^/]+)\//.exec(path)?.[1];
}

export function lineOf(source: string, offset: number): number {
	return source.slice(0, offset).split("\n").length;
}
