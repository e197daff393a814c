import { join } from "node:path";

/** How the product is bundled, whether into a folder or into one executable. */
export function productOptions(root: string) {
	return {
		// The product, and programs that it starts in threads of their own and looks for beside itself.
		entrypoints: ["packages/coding-agent/src/main.ts", "packages/natives/src/walk/walk-thread.ts"].map((path) =>
			join(root, path),
		),
		root: join(root, "packages/coding-agent/src"),
		target: "bun",
		// Names stay: they cost little and make stack traces worth reading.
		minify: { whitespace: true, syntax: true, identifiers: false },
		metafile: true,
		define: { "process.env.NODE_ENV": '"production"' },
		naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
	} satisfies Bun.BuildConfig;
}
