import { relative } from "node:path";
import type { Claim } from "../../../trust/claim.ts";
import type { ModuleGraph } from "./module-graph.ts";

const maxShown = 16 * 1024;

/** An extension of a project: its file and everything it imports from the project, as one. */
export function extensionClaim(
	path: string,
	{ entry, files }: ModuleGraph,
	root: string,
	kind: Claim["kind"] = "extension",
): Claim {
	const texts = [...files.values()].map((file) => [relative(root, file.path), file.text] as const);
	const sorted = texts.toSorted(([one], [other]) => (one < other ? -1 : 1));
	const others = sorted.filter(([name]) => name !== relative(root, entry));
	const packages = [...files.values()].flatMap(({ imports }) =>
		[...imports.values()].flatMap((target) => (target.kind === "package" ? [target.name] : [])),
	);
	return {
		kind,
		path,
		content: JSON.stringify(sorted),
		shown: [files.get(entry)?.text ?? "", ...others.map(([name, text]) => `// ${name}\n${text}`)]
			.join("\n")
			.slice(0, maxShown),
		effects: [
			"is a program that runs inside omp, with your full permissions",
			...(others.length > 0 ? [`brings along ${others.map(([name]) => name).join(", ")}`] : []),
			...(packages.length > 0 ? [`uses installed packages: ${[...new Set(packages)].join(", ")}`] : []),
		],
	};
}
