import { expect } from "bun:test";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { foundPlaces, installedPrograms, lsp, needsServers, results } from "./real-servers.ts";

const files = {
	"package.json": '{ "name": "shop", "type": "module" }\n',
	"tsconfig.json":
		'{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "allowImportingTsExtensions": true }, "include": ["src"] }\n',
	"src/price.ts":
		"export interface Item {\n\treadonly name: string;\n\treadonly cents: number;\n}\n\nexport function total(items: readonly Item[]): number {\n\treturn items.reduce((sum, { cents }) => sum + cents, 0);\n}\n",
	"src/cart.ts":
		'import { type Item, total } from "./price.ts";\n\nexport class Cart {\n\treadonly #items: Item[] = [];\n\n\tadd(item: Item): number {\n\t\tthis.#items.push(item);\n\t\treturn total(this.#items);\n\t}\n}\n',
	"src/main.ts":
		'import { Cart } from "./cart.ts";\nimport { total } from "./price.ts";\n\nconst cart = new Cart();\ncart.add({ name: "tea", cents: 300 });\nexport const both = [total([]), total([{ name: "x", cents: 1 }])];\n',
};

const compile = (cwd: string) => runCommand([join(installedPrograms, "tsc"), "--noEmit"], { cwd });

/** What TypeScript's own language service says, asked without any server. */
async function compilerReferences(cwd: string, file: string, text: string): Promise<string[]> {
	const script = `
		const ts = require(${JSON.stringify(join(installedPrograms, "../typescript"))});
		const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
		const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
		const service = ts.createLanguageService({
			getScriptFileNames: () => fileNames, getScriptVersion: () => "1", getCurrentDirectory: () => process.cwd(),
			getScriptSnapshot: (name) => ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)) : undefined,
			getCompilationSettings: () => options, getDefaultLibFileName: ts.getDefaultLibFilePath, fileExists: ts.sys.fileExists, readFile: ts.sys.readFile,
		});
		const [file, text] = process.argv.slice(1);
		const path = ts.sys.resolvePath(file);
		const found = service.findReferences(path, ts.sys.readFile(path).indexOf(text)).flatMap(({ references }) => references);
		for (const { fileName, textSpan } of found) {
			const before = ts.sys.readFile(fileName).slice(0, textSpan.start).split("\\n");
			console.log(fileName.slice(process.cwd().length + 1) + ":" + before.length + ":" + (before.at(-1).length + 1));
		}`;
	const { stdout, stderr } = await runCommand(["node", "-e", script, file, text], { cwd });
	if (stdout === "") throw new Error(stderr);
	return stdout.trim().split("\n").sort();
}

const typescript = needsServers();

typescript("TypeScript: a planted error is found, and gone when it is fixed", async () => {
	await using omp = await ompProject({ files: { ...files, "src/broken.ts": 'export const count: number = "one";\n' } });
	const [broken, , fixed] = await results(omp, [
		lsp({ action: "diagnostics", file: "src/broken.ts" }),
		{ tool: "write", args: { i: "Fix", path: "src/broken.ts", content: "export const count: number = 1;\n" } },
		lsp({ action: "diagnostics", file: "src/broken.ts" }),
	]);
	expect(broken).toContain("1 error(s)");
	expect(broken).toContain("1:14 [error] [typescript] Type 'string' is not assignable to type 'number'. (2322)");
	expect(fixed).toBe("OK");
});

typescript(
	"TypeScript: references are those of the compiler, and a renamed symbol compiles in every file",
	async () => {
		await using omp = await ompProject({ files });
		const expected = await compilerReferences(omp.path, "src/price.ts", "total");
		expect(expected).toHaveLength(6);
		const [references = "", definition = "", rename = ""] = await results(omp, [
			lsp({ action: "references", file: "src/price.ts", line: 6, symbol: "total" }),
			lsp({ action: "definition", file: "src/main.ts", line: 5, symbol: "add" }),
			lsp({ action: "rename", file: "src/cart.ts", line: 8, symbol: "total", new_name: "sumOf" }),
		]);
		expect(references).toStartWith("Found 6 reference(s):");
		expect(foundPlaces(references).sort()).toEqual(expected);
		expect(foundPlaces(definition)).toEqual(["src/cart.ts:6:2"]);
		expect(rename).toContain("Applied rename:");
		for (const file of ["price.ts", "cart.ts", "main.ts"]) {
			const text = await omp.files.read(`src/${file}`);
			expect(text).toContain("sumOf");
			expect(text).not.toContain("total");
		}
		expect(await compile(omp.path)).toMatchObject({ exitCode: 0 });
	},
);

typescript("TypeScript: a moved file is imported from its new place, and the project compiles", async () => {
	await using omp = await ompProject({ files });
	const [moved = ""] = await results(omp, [
		lsp({ action: "rename_file", file: "src/price.ts", new_name: "src/money/price.ts" }),
	]);
	expect(moved).toContain("Renamed src/price.ts → src/money/price.ts");
	expect(await omp.files.read("src/cart.ts")).toContain('from "./money/price.ts"');
	expect(await omp.files.read("src/main.ts")).toContain('from "./money/price.ts"');
	expect(await compile(omp.path)).toMatchObject({ exitCode: 0 });
});

typescript("TypeScript: hover, symbols, code actions and the raw request answer", async () => {
	await using omp = await ompProject({
		files: { ...files, "src/free.ts": "export const none = total([]);\n" },
	});
	const [hover = "", outline = "", found = "", actions = "", applied = "", status = ""] = await results(omp, [
		lsp({ action: "hover", file: "src/main.ts", line: 6, symbol: "total" }),
		lsp({ action: "symbols", file: "src/cart.ts" }),
		lsp({ action: "symbols", file: "*", query: "Cart" }),
		lsp({ action: "code_actions", file: "src/free.ts", line: 1, symbol: "total" }),
		lsp({
			action: "code_actions",
			file: "src/free.ts",
			line: 1,
			symbol: "total",
			query: "import from",
			apply: true,
		}),
		lsp({ action: "status" }),
	]);
	expect(hover).toContain("total(items: readonly Item[]): number");
	expect(outline).toMatch(/Cart @ line 3\n {2,}\S+ #items @ line 4\n {2,}\S+ add @ line 6/);
	expect(found).toContain("Cart @ src/cart.ts:3:1");
	expect(actions).toContain("code action(s):");
	expect(applied).toContain("Applied");
	expect(await omp.files.read("src/free.ts")).toBe(
		'import { total } from "./price.ts";\n\nexport const none = total([]);\n',
	);
	expect(status).toContain("typescript-language-server (ready)");
});
