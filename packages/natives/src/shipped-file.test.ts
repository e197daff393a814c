import { expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findShippedFile, packShippedFile, ripgrepFile, shippedFiles } from "./shipped-file.ts";

test("all named files are installed, and an unknown one is not found", () => {
	expect(shippedFiles().filter((file) => !findShippedFile(file))).toEqual([]);
	expect(findShippedFile("no-such-package/file.wasm")).toBeUndefined();
	expect(findShippedFile(ripgrepFile())?.path).toEndWith("/rg");
});

test("a compiled executable finds its embedded files", async () => {
	await using project = await workspace({ "folder/a.txt": "x" });
	const source = (name: string) => JSON.stringify(join(import.meta.dir, name));
	await project.write(
		"program.ts",
		`import { localRipgrep } from ${source("ripgrep/ripgrep.ts")};
		import { findShippedFile } from ${source("shipped-file.ts")};
		import { parseForPatterns } from ${source("syntax/structural-search.ts")};
		import { languageOfPath, parseSyntax } from ${source("syntax/syntax.ts")};
		const { signal } = new AbortController();
		let listed = "";
		const onData = (bytes) => (listed += new TextDecoder().decode(bytes));
		await localRipgrep({ cacheFolder: process.argv[2] }).run(["--files"], { cwd: process.argv[3], signal, onData });
		using tree = await parseSyntax(languageOfPath("a.json"), "[1]");
		const patterns = await parseForPatterns(languageOfPath("a.js"), "f(1, 2)");
		const found = patterns?.root().find("f($A, 2)")?.getMatch("A")?.text();
		console.log(JSON.stringify([listed, tree?.root.type, found, findShippedFile("none/none.wasm") ?? "none"]));`,
	);
	const grammars = [
		"tree-sitter-json/tree-sitter-json.wasm",
		"@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm",
	];
	const engines = ["web-tree-sitter/web-tree-sitter.wasm", "@ast-grep/wasm/wasm_bg.wasm"];
	const files = [ripgrepFile(), ...engines, ...grammars];
	const packed = files.map(async (file) => {
		const { name, content } = packShippedFile(file, await Bun.file(Bun.resolveSync(file, import.meta.dir)).bytes());
		await Bun.write(project.file(`packed/${name}`), content);
		return project.file(`packed/${name}`);
	});
	await Bun.build({
		entrypoints: [project.file("program.ts"), ...(await Promise.all(packed))],
		root: project.path,
		target: "bun",
		naming: { entry: "[name].[ext]", asset: "[name]-[hash].[ext]" },
		compile: { outfile: project.file("program") },
	});
	const command = [project.file("program"), project.file("cache"), project.file("folder")];
	const results = [await runCommand(command, { cwd: "/" }), await runCommand(command, { cwd: "/" })];
	expect(results.map(({ stdout, stderr }) => stdout + stderr)).toEqual(
		Array(2).fill('["a.txt\\n","document","1","none"]\n'),
	);
	expect(await Array.fromAsync(new Bun.Glob("*").scan(project.file("cache")))).toEqual([
		expect.stringMatching(/^rg-\w+$/),
	]);
}, 30_000);
