import { dirname, relative } from "node:path";
import type { FileSource } from "./file-completions.ts";

/** A listing this old is made anew. */
const freshMs = 5000;

/** Lists the project's files for completion and remembers them for a moment; the search program starts when first needed. */
export function projectFiles(roots: () => readonly string[], env: { PATH?: string }, now: () => number): FileSource {
	let known: { at: number; folders: string; paths: Promise<readonly string[]> } | undefined;
	return {
		async list(signal) {
			const folders = roots().join("\n");
			if (!known || known.folders !== folders || now() - known.at > freshMs) {
				known = { at: now(), folders, paths: listRoots(roots(), env) };
			}
			const paths = await known.paths;
			signal.throwIfAborted();
			return paths;
		},
	};
}

/** All by their paths from the first root. */
async function listRoots(roots: readonly string[], env: { PATH?: string }): Promise<readonly string[]> {
	const lists = await Promise.all(roots.map((root) => listProject(root, env)));
	return lists.flatMap((paths, index) =>
		index === 0 ? paths : paths.map((path) => `${relative(roots[0] ?? "", roots[index] ?? "")}/${path}`),
	);
}

async function listProject(folder: string, env: { PATH?: string }): Promise<readonly string[]> {
	const [{ listFiles }, { localRipgrep }] = await Promise.all([
		import("@oh-my-pi/pi-natives/ripgrep/list-files"),
		import("@oh-my-pi/pi-natives/ripgrep/ripgrep"),
	]);
	const files: string[] = [];
	await listFiles(localRipgrep({ searchPath: env.PATH }), folder, {
		rules: { hidden: true, respectIgnore: true, nodeModules: false },
		signal: AbortSignal.timeout(3000),
		onPaths: (paths) => files.push(...paths),
	});
	const folders = new Set(files.map((path) => dirname(path)).filter((path) => path !== "."));
	return [...files, ...[...folders].map((path) => `${path}/`)].sort();
}
