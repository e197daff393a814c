import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packShippedFile, shippedFiles } from "@oh-my-pi/pi-natives/shipped-file";

/** Compiles the product into one executable that needs nothing beside it. `scratch` is a folder for intermediate files. */
export async function compileProduct(root: string, outfile: string, scratch: string): Promise<Bun.BuildMetafile> {
	const { metafile } = await Bun.build({
		...executableOptions(outfile),
		// The product, the program of the threads it starts, and the files it looks for at run time.
		entrypoints: [
			join(root, "packages/coding-agent/src/main.ts"),
			join(root, "packages/natives/src/walk/walk-thread.ts"),
			...(await packInto(scratch, root)),
		],
		root: join(root, "packages/coding-agent/src"),
		external: shippedFiles(),
		metafile: true,
	});
	if (!metafile) throw new Error("Bun.build gave no metafile");
	return metafile;
}

/** How the product is compiled, and programs by which tests look at parts of it. */
export function executableOptions(outfile: string) {
	return {
		target: "bun",
		format: "esm",
		splitting: true,
		// Saves parsing at every start. Only executables can carry it.
		bytecode: true,
		// Names stay: they cost little and make stack traces worth reading.
		minify: { whitespace: true, syntax: true, identifiers: false },
		loader: { ".zst": "file" },
		define: { "process.env.NODE_ENV": '"production"' },
		naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
		compile: { outfile, execArgv: ["--no-install"], autoloadDotenv: false, autoloadBunfig: false },
	} satisfies Partial<Bun.BuildConfig>;
}

/** Writes the shipped files as they are embedded. Packages for other platforms are not installed. */
async function packInto(scratch: string, root: string): Promise<string[]> {
	await mkdir(scratch, { recursive: true });
	const packed = shippedFiles().map(async (specifier) => {
		const path = resolve(specifier, root);
		if (path === undefined) return [];
		const { name, content } = packShippedFile(specifier, await Bun.file(path).bytes());
		await writeFile(join(scratch, name), content);
		return [join(scratch, name)];
	});
	return (await Promise.all(packed)).flat();
}

function resolve(specifier: string, root: string): string | undefined {
	try {
		return Bun.resolveSync(specifier, root);
	} catch {
		return undefined;
	}
}
