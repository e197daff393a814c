import { join } from "node:path";
import { productOptions } from "./build/product-options.ts";
import { repositoryRoot } from "./repository-root.ts";

const outfile = join(repositoryRoot, "dist/omp");
await Bun.build({
	...productOptions(repositoryRoot),
	bytecode: true,
	format: "esm",
	splitting: true,
	compile: { outfile, execArgv: ["--no-install"], autoloadDotenv: false, autoloadBunfig: false },
});
console.log(`Built dist/omp (${Math.round(Bun.file(outfile).size / 1024 / 1024)} MB)`);
