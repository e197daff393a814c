import { checkBarrels } from "./barrels.ts";
import { checkDeadPaths } from "./dead-paths.ts";
import { checkDeniedWords } from "./denied-words.ts";
import { checkFeatureNames } from "./feature-names.ts";
import { checkFileLength } from "./file-length.ts";
import { checkFolderCycles } from "./folder-cycles.ts";
import { checkFolderSize } from "./folder-size.ts";
import { checkGitProcesses } from "./git-processes.ts";
import { checkImportCount } from "./import-count.ts";
import { checkLayers } from "./layers.ts";
import { checkModuleState } from "./module-state.ts";
import { checkOutsideWorld } from "./outside-world.ts";
import { checkPackageBorders } from "./package-borders.ts";
import { checkSameFunctions } from "./same-functions.ts";
import type { SourceTree, Violation } from "./source-tree.ts";
import { checkWholeProductTests } from "./whole-product-tests.ts";

/** All rules about names and sizes of files, and how they may depend on each other and on the world. */
export function checkArchitecture(tree: SourceTree): Violation[] {
	const rules = [
		checkLayers,
		checkPackageBorders,
		checkFolderCycles,
		checkFileLength,
		checkFolderSize,
		checkImportCount,
		checkFeatureNames,
		checkOutsideWorld,
		checkModuleState,
		checkSameFunctions,
		checkGitProcesses,
		checkWholeProductTests,
		checkBarrels,
		checkDeadPaths,
		checkDeniedWords,
	];
	return rules.flatMap((rule) => rule(tree));
}

export function describeViolation({ file, line, message }: Violation): string {
	return `${line === undefined ? file : `${file}:${line}`} ${message}`;
}
