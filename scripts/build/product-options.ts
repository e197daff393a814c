import { join } from "node:path";

/** How the product is bundled, whether into a folder or into one executable. */
export function productOptions(root: string) {
	return {
		entrypoints: [join(root, "packages/coding-agent/src/main.ts")],
		root: join(root, "packages/coding-agent/src"),
		target: "bun",
		// Names stay: they cost little and make stack traces worth reading.
		minify: { whitespace: true, syntax: true, identifiers: false },
		metafile: true,
		define: { "process.env.NODE_ENV": '"production"' },
		naming: { entry: "main.[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
	} satisfies Bun.BuildConfig;
}
