import { checkBarrels } from "./barrels.ts";
import { checkBreadth } from "./breadth.ts";
import { checkDeadPaths } from "./dead-paths.ts";
import { checkLayers } from "./layers.ts";
import { checkOutsideWorld } from "./outside-world.ts";
import { checkPackageBorders } from "./package-borders.ts";
import type { SourceTree, Violation } from "./source-tree.ts";

/** All rules about how files may depend on each other and on the world. */
export function checkArchitecture(tree: SourceTree): Violation[] {
	const rules = [checkLayers, checkPackageBorders, checkBreadth, checkOutsideWorld, checkBarrels, checkDeadPaths];
	return rules.flatMap((rule) => rule(tree));
}

export function describeViolation({ file, line, message }: Violation): string {
	return `${line === undefined ? file : `${file}:${line}`} ${message}`;
}
