import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { groupByStarts, type Outputs, type Starts } from "./group-by-starts.ts";

/**
 * Bun makes a chunk for each set of dynamic imports that share some modules: several hundred of a few lines, each of which
 * costs a start time and memory. This merges those that are loaded by the same starts. It rewrites the chunks in the folder, and
 * returns the chunks in each merged one.
 */
export async function mergeChunks(
	folder: string,
	outputs: Outputs,
	starts: Starts,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const texts = new Map<string, string>();
	for (const path of Object.keys(outputs)) texts.set(basename(path), await readFile(join(folder, path), "utf8"));
	const groups = groupByStarts(outputs, starts);
	const places = new Map<string, Place>();
	for (const [group, members] of groups) {
		for (const [index, member] of members.entries()) places.set(member, { group, prefix: `c${index}_` });
	}
	const uses = usesFromOutside(texts, places);
	for (const [group, members] of groups) {
		const text = await bundle(folder, group, members, (member) => exportsOf(member, places, uses));
		for (const member of members) texts.delete(member);
		texts.set(group, text);
	}
	// An import that is not redirected fails the build.
	for (const member of places.keys()) await rm(join(folder, member));
	for (const [name, text] of texts) await writeFile(join(folder, name), redirectImports(name, text, places));
	return groups;
}

/** Where what a chunk exports is now. */
interface Place {
	readonly group: string;
	/** Of the names it has there; alone, the name of all of it. */
	readonly prefix: string;
}

type Places = ReadonlyMap<string, Place>;

interface Use {
	readonly names: Set<string>;
	isDynamic: boolean;
}

const staticImport = /^import \{([^}]*)\} from "\.\/([^"]+)";$/gm;
const effectImport = /^import ?"\.\/([^"]+)";$/gm;
const dynamicImport = /\bimport\("\.\/([^"]+)"\)/g;

/** `a as b` imports `a`. */
function importedNames(clause: string): { name: string; local: string }[] {
	return clause
		.split(",")
		.map((part) => part.trim())
		.filter((part) => part !== "")
		.map((part) => {
			const [name = part, local = name] = part.split(" as ");
			return { name, local };
		});
}

/** What is imported from each chunk, except by those it is merged with. */
function usesFromOutside(texts: ReadonlyMap<string, string>, places: Places): ReadonlyMap<string, Use> {
	const uses = new Map<string, Use>();
	const useOf = (chunk: string): Use => {
		const use = uses.get(chunk) ?? { names: new Set(), isDynamic: false };
		uses.set(chunk, use);
		return use;
	};
	for (const [importer, text] of texts) {
		const group = places.get(importer)?.group;
		for (const [, clause = "", chunk = ""] of text.matchAll(staticImport)) {
			if (group !== undefined && places.get(chunk)?.group === group) continue;
			for (const { name } of importedNames(clause)) useOf(chunk).names.add(name);
		}
		for (const [, chunk = ""] of text.matchAll(dynamicImport)) useOf(chunk).isDynamic = true;
	}
	return uses;
}

function exportsOf(member: string, places: Places, uses: ReadonlyMap<string, Use>): string {
	const from = JSON.stringify(`./${member}`);
	const prefix = places.get(member)?.prefix ?? "";
	const { names = [], isDynamic = false } = uses.get(member) ?? {};
	const renamed = [...names].map((name) => `${name} as ${prefix}${name}`);
	return [
		`import ${from};`,
		`export { ${renamed.join(", ")} } from ${from};`,
		...(isDynamic ? [`export * as ${prefix} from ${from};`] : []),
	].join("\n");
}

async function bundle(
	folder: string,
	group: string,
	members: readonly string[],
	exportsOf: (member: string) => string,
): Promise<string> {
	const entry = join(folder, `entry-of-${group}`);
	await writeFile(entry, members.map(exportsOf).join("\n"));
	const { outputs } = await Bun.build({
		entrypoints: [entry],
		target: "bun",
		format: "esm",
		plugins: [
			{
				name: "other-chunks-are-external",
				setup(build) {
					// Dynamic imports, too: Bun would defer what the imported modules do, at a cost for all of them.
					build.onResolve({ filter: /^\.\// }, ({ path, kind }) =>
						members.includes(basename(path)) && kind === "import-statement" ? undefined : { path, external: true },
					);
				},
			},
		],
	});
	const [output] = outputs;
	if (!output) throw new Error(`No ${group} was built`);
	return output.text();
}

/** Imports of merged chunks become imports of what they were merged into. */
function redirectImports(importer: string, text: string, places: Places): string {
	return text
		.replace(staticImport, (statement, clause: string, chunk: string) => {
			const place = places.get(chunk);
			if (!place) return statement;
			const renamed = importedNames(clause).map(({ name, local }) => `${place.prefix}${name} as ${local}`);
			return `import { ${renamed.join(", ")} } from "./${place.group}";`;
		})
		.replace(effectImport, (statement, chunk: string) => {
			const place = places.get(chunk);
			return place ? `import "./${place.group}";` : statement;
		})
		.replace(dynamicImport, (expression, chunk: string) => {
			const place = places.get(chunk);
			if (!place) return expression;
			// A module cannot import itself.
			if (place.group === importer) return `Promise.resolve(${localName(text, place.prefix)})`;
			return `import("./${place.group}").then((group) => group.${place.prefix})`;
		});
}

/** By what name a module has what it exports. */
function localName(text: string, exported: string): string {
	return new RegExp(`(\\w+) as ${exported}[,\\s]`).exec(text)?.[1] ?? exported;
}
