import { shippedFiles } from "@oh-my-pi/pi-natives/shipped-file";
import { productOptions } from "./product-options.ts";

/** Builds one executable that needs nothing beside it, and returns its size in bytes. */
export async function buildBinary(root: string, outfile: string): Promise<number> {
	const options = productOptions(root);
	await Bun.build({
		...options,
		entrypoints: [...options.entrypoints, ...installed(shippedFiles(), root)],
		// Ready-made bytecode, which only executables can carry, spares parsing at every start.
		bytecode: true,
		format: "esm",
		splitting: true,
		compile: { outfile, execArgv: ["--no-install"], autoloadDotenv: false, autoloadBunfig: false },
	});
	return Bun.file(outfile).size;
}

/** Programs and grammars that code looks for at run time, where the executable has no packages around it. */
function installed(specifiers: readonly string[], root: string): string[] {
	return specifiers.flatMap((specifier) => {
		try {
			return [Bun.resolveSync(specifier, root)];
		} catch {
			return [];
		}
	});
}
