import { isSupport, lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";

const home = "packages/natives/src/git/";

/** Ways to start git: as the first word of a command, or of a line for a shell, or looked for on `PATH`. */
const starts =
	/\b(?:spawn|exec|run|which)\w*\(\s*\[?\s*["'`]git["'`\s]|\bcommand\w*\s*[:=]\s*\[?\s*["'`]git["'`\s]|\$`\s*git\s/g;

/** Git goes by configuration, hooks and variables of others: it is started in one place, which pins them. */
export function checkGitProcesses(tree: SourceTree): Violation[] {
	return sourceFiles(tree)
		.filter(([file]) => !isSupport(file) && !file.startsWith(home) && !file.endsWith(".data.ts"))
		.flatMap(([file, source]) =>
			[...source.matchAll(starts)].map((match) => ({
				file,
				line: lineOf(source, match.index),
				message: `starts git by itself: use runGit or gitCommand of ${home}`,
			})),
		);
}
