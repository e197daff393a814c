import type { SourceTree } from "./source-tree.ts";

/** The parts of a package.json that the rules need. */
export interface Manifest {
	readonly name: string;
	/** Empty for the repository root. */
	readonly folder: string;
	readonly exports: Readonly<Record<string, unknown>>;
	/** Run-time dependencies. */
	readonly dependencies: ReadonlySet<string>;
	/** Including development dependencies. */
	readonly allDependencies: ReadonlySet<string>;
}

export function rootManifest(tree: SourceTree): Manifest {
	return parseManifest("", tree.get("package.json") ?? "{}");
}

/** The packages of the workspace by name. */
export function packageManifests(tree: SourceTree): ReadonlyMap<string, Manifest> {
	const manifests = [...tree].flatMap(([path, text]) => {
		const folder = /^packages\/([^/]+)\/package\.json$/.exec(path)?.[1];
		return folder ? [parseManifest(folder, text)] : [];
	});
	return new Map(manifests.map((manifest) => [manifest.name, manifest]));
}

function parseManifest(folder: string, text: string): Manifest {
	const json: Record<string, Record<string, unknown> | undefined> & { name?: string } = JSON.parse(text);
	const names = (field: string) => Object.keys(json[field] ?? {});
	const dependencies = ["dependencies", "peerDependencies", "optionalDependencies"].flatMap(names);
	return {
		name: String(json.name ?? ""),
		folder,
		exports: json.exports ?? {},
		dependencies: new Set(dependencies),
		allDependencies: new Set([...dependencies, ...names("devDependencies")]),
	};
}
