import { moduleState } from "./module-state.data.ts";
import { isSupport, lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";
import { withoutComments } from "./without-comments.ts";

/** A variable, or a collection that is empty at first and so gets filled while omp runs. */
const kept = /^(?:export )?(?:(?:let|var)\s+(\w+)|const (\w+)(?:: [^=]+)? = new (?:Map|Set)(?:<.*>)?\(\))/gm;

/**
 * State belongs to a session or a conversation, never to a module: two sessions in one process share nothing. A value that
 * is only made late is `once(…)`.
 */
export function checkModuleState(
	tree: SourceTree,
	allowed: readonly { readonly file: string }[] = moduleState,
): Violation[] {
	const found = sourceFiles(tree).flatMap(([file, source]) => {
		if (isSupport(file)) return [];
		return [...withoutComments(source).matchAll(kept)].map((match) => ({
			file,
			line: lineOf(source, match.index),
			message: `keeps ${match[1] ?? match[2]} in the module: give it to what owns it, or use once()`,
		}));
	});
	return [
		...found.filter(({ file }) => !allowed.some((one) => one.file === file)),
		...allowed
			.filter((one) => !found.some(({ file }) => file === one.file))
			.map(({ file }) => ({
				file: "scripts/architecture/module-state.data.ts",
				message: `${file} keeps no state any more: remove its line`,
			})),
	];
}
