import { cp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

const root = resolve(import.meta.dir, "../..");
const source = "packages/coding-agent/src";
const list = "features/features.ts";

/** A copy of the product's sources to which the feature of the page can be added. */
export interface SourceCopy extends AsyncDisposable {
	/** Starts omp from these sources. */
	readonly command: readonly string[];
	addFeature(): Promise<void>;
	removeFeature(): Promise<void>;
	/** What the compiler says about the list of features and all that it imports. */
	typeErrors(): Promise<string>;
	/** Files that are not as they are in the checkout. */
	differences(): Promise<readonly string[]>;
}

export async function sourceCopy(): Promise<SourceCopy> {
	const files = await workspace();
	const inCopy = (path: string) => files.file(join(source, path));
	for (const path of ["packages/coding-agent", "package.json", "tsconfig.json", "CHANGELOG.md"]) {
		await cp(join(root, path), files.file(path), { recursive: true, filter: (name) => !name.includes("node_modules") });
	}
	// Other packages are those of the checkout.
	await symlink(join(root, "node_modules"), files.file("node_modules"));
	return {
		command: [process.execPath, inCopy("main.ts")],
		async addFeature() {
			for (const { path, code } of await pageFiles()) {
				if (path === list.split("/")[1]) await editList(inCopy(list), (text) => withLine(text, code));
				else await files.write(join(source, "features", path), code);
			}
		},
		async removeFeature() {
			await rm(inCopy("features/weather"), { recursive: true });
			await editList(inCopy(list), (text) => text.replaceAll(/^.*weatherFeature.*\n/gm, ""));
		},
		async typeErrors() {
			// Declarations of other packages, for the texts that they import.
			const declarations = await Array.fromAsync(new Bun.Glob("packages/*/src/**/*.d.{ts,mts}").scan({ cwd: root }));
			const checked = [join(source, list), ...declarations.map((path) => join(root, path))];
			const config = { extends: "./tsconfig.json", include: [], files: checked };
			await files.write("tsconfig.feature.json", JSON.stringify(config));
			const { stdout, stderr } = await runCommand(
				[join(root, "node_modules/.bin/tsc"), "--noEmit", "-p", "tsconfig.feature.json"],
				{
					cwd: files.path,
				},
			);
			return stdout + stderr;
		},
		async differences() {
			const [here, there] = await Promise.all([contents(join(root, source)), contents(files.file(source))]);
			return [...new Set([...here.keys(), ...there.keys()])].filter((path) => here.get(path) !== there.get(path));
		},
		[Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
	};
}

/** The code blocks of the page that are files: "```ts file=<path>". */
async function pageFiles(): Promise<ReadonlyArray<{ path: string; code: string }>> {
	const page = await readFile(join(root, "docs/contributing/feature.md"), "utf8");
	return [...page.matchAll(/^```ts file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, path = "", code = ""]) => ({ path, code }));
}

/** The import at the top, the name at the end of the list. */
function withLine(text: string, importLine: string): string {
	const end = text.indexOf("\n]);");
	return `${importLine}${text.slice(0, end)}\n\tweatherFeature,${text.slice(end)}`;
}

async function editList(path: string, edit: (text: string) => string): Promise<void> {
	await writeFile(path, edit(await readFile(path, "utf8")));
}

async function contents(folder: string): Promise<ReadonlyMap<string, string>> {
	const names = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const read = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const);
	return new Map(await Promise.all(read));
}
