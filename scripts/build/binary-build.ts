import { productOptions } from "./product-options.ts";

/** Builds one executable that needs nothing beside it, and returns its size in bytes. */
export async function buildBinary(root: string, outfile: string): Promise<number> {
	await Bun.build({
		...productOptions(root),
		// Ready-made bytecode, which only executables can carry, spares parsing at every start.
		bytecode: true,
		format: "esm",
		splitting: true,
		compile: { outfile, execArgv: ["--no-install"], autoloadDotenv: false, autoloadBunfig: false },
	});
	return Bun.file(outfile).size;
}
