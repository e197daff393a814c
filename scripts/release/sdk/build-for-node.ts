import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { nodeEntries, sdkEntries } from "./sdk-entries.data.ts";

/**
 * The entries for Node: the client of a separate process works there; every other name is there, and says what to do when it is
 * used.
 */
export async function buildForNode(root: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const sourceOf = (entry: string) => join(root, "packages", entry);
	const built = await Bun.build({
		entrypoints: nodeEntries.map(sourceOf),
		outdir: folder,
		target: "node",
		format: "esm",
		splitting: true,
		naming: { entry: "[name].mjs", chunk: "[name]-[hash].mjs" },
	});
	for (const log of built.logs) if (log.level === "error") throw log;
	const names = await exportedNames(nodeEntries.map(sourceOf));
	await writeFile(join(folder, "needs-bun.mjs"), needsBun);
	for (const entry of Object.values(sdkEntries).filter((source) => !nodeEntries.includes(source))) {
		const own = await exportedNames([sourceOf(entry)]);
		const lines = [...own.keys()].map((name) => {
			const home = names.get(name);
			return home === undefined
				? `export const ${name} = needsBun(${JSON.stringify(name)});`
				: `export { ${name} } from "./${basename(home, ".ts")}.mjs";`;
		});
		const text = ['import { needsBun } from "./needs-bun.mjs";', ...lines, ""].join("\n");
		await writeFile(join(folder, `${basename(entry, ".ts")}.mjs`), text);
	}
}

/** The names that sources export, and the source of each. */
async function exportedNames(sources: readonly string[]): Promise<ReadonlyMap<string, string>> {
	const names = new Map<string, string>();
	for (const source of sources) {
		const exported: object = await import(source);
		for (const name of Object.keys(exported)) names.set(name, source);
	}
	return names;
}

const needsBun = `export function needsBun(name) {
	const fail = () => {
		throw new Error(
			name + " of @oh-my-pi/pi-coding-agent runs in Bun 1.4 or newer (https://bun.com), and this is Node " + process.version +
				". In Node, drive the installed omp with RpcClient of @oh-my-pi/pi-coding-agent/rpc-client, or start the program with bun.",
		);
	};
	return new Proxy(function () {}, { apply: fail, construct: fail, get: (_, key) => (key === "then" ? undefined : fail()) });
}
`;
