import { expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findShippedFile, isEmbedded, ripgrepFile, shippedFiles } from "./shipped-file.ts";

test("all named files are installed, and an unknown one is not found", () => {
	expect(shippedFiles().filter((file) => !findShippedFile(file))).toEqual([]);
	expect(findShippedFile("no-such-package/file.wasm")).toBeUndefined();
	expect(isEmbedded(findShippedFile(ripgrepFile()) ?? "")).toBe(false);
});

test("a compiled executable finds its embedded files", async () => {
	await using project = await workspace({ "folder/a.txt": "x" });
	const source = (name: string) => JSON.stringify(join(import.meta.dir, name));
	await project.write(
		"program.ts",
		`import { localRipgrep } from ${source("ripgrep/ripgrep.ts")};
		import { languageOfPath, parseSyntax } from ${source("syntax.ts")};
		const { signal } = new AbortController();
		let listed = "";
		const onData = (bytes) => (listed += new TextDecoder().decode(bytes));
		await localRipgrep({ cacheFolder: process.argv[2] }).run(["--files"], { cwd: process.argv[3], signal, onData });
		using tree = await parseSyntax(languageOfPath("a.json"), "[1]");
		console.log(JSON.stringify([listed, tree?.root.type]));`,
	);
	const files = [ripgrepFile(), "web-tree-sitter/web-tree-sitter.wasm", "tree-sitter-json/tree-sitter-json.wasm"];
	await Bun.build({
		entrypoints: [project.file("program.ts"), ...files.map((file) => Bun.resolveSync(file, import.meta.dir))],
		root: project.path,
		target: "bun",
		naming: { entry: "[name].[ext]", asset: "[name]-[hash].[ext]" },
		compile: { outfile: project.file("program") },
	});
	const command = [project.file("program"), project.file("cache"), project.file("folder")];
	const results = [await runCommand(command, { cwd: "/" }), await runCommand(command, { cwd: "/" })];
	expect(results.map(({ stdout, stderr }) => stdout + stderr)).toEqual(Array(2).fill('["a.txt\\n","document"]\n'));
	expect(await Array.fromAsync(new Bun.Glob("*").scan(project.file("cache")))).toEqual([
		expect.stringMatching(/^rg-\w+$/),
	]);
}, 30_000);
