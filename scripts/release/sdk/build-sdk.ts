import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { packShippedFile, ripgrepFile, shippedFiles, tabProgramFile } from "@oh-my-pi/pi-natives/shipped-file";
import { bundleTabProgram } from "../../build/compile-product.ts";
import { buildForNode } from "./build-for-node.ts";
import { sdkEntries, threadEntry } from "./sdk-entries.data.ts";
import { writeSdkTypes } from "./sdk-types.ts";
import { shortenMaps } from "./short-maps.ts";

export interface Sdk {
	/** Has `sdk/` and `types/`. */
	readonly folder: string;
	/** For `package.json`. */
	readonly exports: Readonly<Record<string, unknown>>;
}

/**
 * Builds the SDK of the npm package: JavaScript for Bun with all its dependencies, the files it reads at run time, and
 * declarations. It is the same on every platform.
 */
export async function buildSdk(root: string, folder: string): Promise<Sdk> {
	await rm(folder, { recursive: true, force: true });
	const [, , types] = await Promise.all([
		bundle(root, join(folder, "sdk")),
		packFiles(root, join(folder, "sdk/files")),
		writeSdkTypes(root, folder, Object.values(sdkEntries)),
	]);
	await buildForNode(root, join(folder, "sdk/node"));
	const entries = Object.entries(sdkEntries).map(([path, source]) => {
		const name = basename(source, ".ts");
		return [path, { types: `./${types.get(source)}`, bun: `./sdk/${name}.js`, default: `./sdk/node/${name}.mjs` }];
	});
	return { folder, exports: Object.fromEntries(entries) };
}

async function bundle(root: string, outdir: string): Promise<void> {
	const built = await Bun.build({
		entrypoints: [...Object.values(sdkEntries), threadEntry].map((source) => join(root, "packages", source)),
		outdir,
		target: "bun",
		format: "esm",
		splitting: true,
		// Names stay: they make stack traces worth reading.
		minify: { whitespace: true, syntax: true, identifiers: false },
		define: { "process.env.NODE_ENV": '"production"' },
		naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
		external: shippedFiles(),
		sourcemap: "linked",
	});
	for (const log of built.logs) if (log.level === "error") throw log;
	await shortenMaps(outdir);
}

/** Ripgrep is in the packages of the platforms. */
async function packFiles(root: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const specifier of shippedFiles().filter((name) => name !== ripgrepFile())) {
		const path = Bun.resolveSync(specifier, join(root, "packages/natives/src"));
		await writePacked(folder, specifier, await Bun.file(path).bytes());
	}
	await writePacked(folder, tabProgramFile, (await bundleTabProgram(root)).bytes);
}

export async function writePacked(folder: string, specifier: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	const { name, content } = packShippedFile(specifier, bytes);
	await writeFile(join(folder, name), content);
}
