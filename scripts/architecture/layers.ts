import { allImports, type Import, targetPackage } from "./imports.ts";
import { layers, modeStarters, toolViews } from "./layers.data.ts";
import { isSupport, packageFolder, type SourceTree, type Violation } from "./source-tree.ts";

/** Lower packages do not import upper ones, product code does not import tests, and only listed files import a mode. */
export function checkLayers(tree: SourceTree): Violation[] {
	const imports = allImports(tree);
	const unplaced = [...new Set([...tree.keys()].map(packageFolder))]
		.filter((folder) => folder !== undefined && !layers[folder])
		.map((folder) => ({ file: `packages/${folder}`, message: "has no place in scripts/architecture/layers.data.ts" }));
	return [...unplaced, ...imports.flatMap(layerViolations)];
}

function layerViolations({ file, line, specifier, target }: Import): Violation[] {
	const violation = (why: string): Violation[] => [{ file, line, message: `imports ${specifier}: ${why}` }];
	const from = packageFolder(file);
	const to = targetPackage(target);
	if (!from || !to) return [];
	if (!isSupport(file) && (to === "testkit" || (target.kind === "file" && isSupport(target.path)))) {
		return violation("only tests may");
	}
	if (from !== to && to !== "testkit" && !layers[from]?.includes(to)) {
		return violation(`${from} may import ${listOf(layers[from])}`);
	}
	if (from === "tools" && to === "tui" && !toolViews.test(file)) {
		return violation("in tools only views may import tui");
	}
	const mode = modeOf(target.kind === "file" ? target.path : "");
	if (mode && mode !== modeOf(file) && !isSupport(file) && !startsMode(file)) {
		return violation(`only ${inWords(modeStarters)} may start a mode`);
	}
	return [];
}

function startsMode(file: string): boolean {
	return modeStarters.some((path) => file === `packages/coding-agent/src/${path}`);
}

export function inWords(names: readonly string[]): string {
	return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function modeOf(path: string): string | undefined {
	return /^packages\/coding-agent\/src\/modes\/([^/]+)\//.exec(path)?.[1];
}

function listOf(names: readonly string[] = []): string {
	return names.length > 0 ? `only ${names.join(", ")}` : "no other package";
}
