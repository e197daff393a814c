import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";

/**
 * Writes the declarations that entries need into `types/` of a folder, importing each other by relative paths. Returns the path of
 * each entry in the folder, by source.
 */
export async function writeSdkTypes(
	root: string,
	folder: string,
	entries: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	await mkdir(folder, { recursive: true });
	const scratch = await mkdtemp(join(folder, "declarations-"));
	try {
		const problems = await emit(root, scratch);
		const addresses = await packageAddresses(root);
		const seen = new Set<string>();
		const waiting = entries.map(declarationOf);
		for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
			if (seen.has(file)) continue;
			seen.add(file);
			const problem = problems.find((line) => line.startsWith(`packages/${file.replace(/\.d\.ts$/, ".ts")}(`));
			if (problem !== undefined) throw new Error(problem);
			const { text, imported } = rewrite(await Bun.file(join(scratch, file)).text(), file, addresses);
			waiting.push(...imported);
			await mkdir(dirname(join(folder, "types", file)), { recursive: true });
			await writeFile(join(folder, "types", file), text);
		}
	} finally {
		await rm(scratch, { recursive: true });
	}
	return new Map(entries.map((source) => [source, `types/${declarationOf(source)}`]));
}

const declarationOf = (source: string) => source.replace(/\.ts$/, ".d.ts");

/** Types were checked before; this only writes them. Returns what cannot be declared, also in files that the SDK does not need. */
async function emit(root: string, outDir: string): Promise<string[]> {
	const packages = join(root, "packages");
	const config = {
		extends: join(root, "tsconfig.json"),
		compilerOptions: {
			noEmit: false,
			noCheck: true,
			declaration: true,
			emitDeclarationOnly: true,
			outDir,
			rootDir: packages,
			typeRoots: [join(root, "node_modules/@types")],
		},
		// Named one by one: of what is found through node_modules no declarations are written.
		include: [join(packages, "*/src/**/*.ts")],
		exclude: [join(packages, "testkit"), join(packages, "*/src/**/*.test.ts")],
	};
	await writeFile(join(outDir, "tsconfig.json"), JSON.stringify(config));
	const command = [join(root, "node_modules/.bin/tsc"), "--pretty", "false", "-p", outDir];
	const child = Bun.spawn(command, { cwd: root, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
	const [printed] = await Promise.all([text(child.stdout), child.exited]);
	return printed.split("\n").filter((line) => line !== "");
}

/** The source below `packages/` of each specifier by which packages import each other. */
async function packageAddresses(root: string): Promise<ReadonlyMap<string, string>> {
	const addresses = new Map<string, string>();
	for await (const manifest of new Bun.Glob("*/package.json").scan({ cwd: join(root, "packages") })) {
		const { name, exports = {} } = await Bun.file(join(root, "packages", manifest)).json();
		for (const [path, source] of Object.entries<string>(exports)) {
			addresses.set(name + path.slice(1), join(dirname(manifest), source));
		}
	}
	return addresses;
}

/** Leads imports to the declarations beside it; `imported` are those. */
function rewrite(
	text: string,
	file: string,
	addresses: ReadonlyMap<string, string>,
): { readonly text: string; readonly imported: readonly string[] } {
	const imported: string[] = [];
	const rewritten = text.replace(
		/(\bfrom |\bimport\(|\bimport )(["'])([^"'\n]+)\2/g,
		(whole, before: string, quote: string, specifier: string) => {
			const source = specifier.startsWith(".")
				? relative(".", resolve(dirname(file), specifier))
				: addresses.get(specifier);
			if (source === undefined && !/^(?:node|bun):/.test(specifier)) {
				throw new Error(`Types of the SDK need ${specifier} in ${file}, which nobody installs with it`);
			}
			if (!source?.endsWith(".ts")) return whole;
			imported.push(declarationOf(source));
			const path = relative(dirname(file), source).replace(/\.ts$/, ".js");
			return `${before}${quote}${path.startsWith(".") ? path : `./${path}`}${quote}`;
		},
	);
	return { text: rewritten, imported };
}
