import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { resolve } from "node:path";
import { LanguageServerPool } from "@oh-my-pi/pi-lsp/servers/language-server-pool";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { lspIn } from "./testing/lsp-in.ts";

const installed = resolve(import.meta.dir, "../../../../test/language-servers/node_modules");
const command = `${installed}/.bin/typescript-language-server`;
const withTypeScript = requiresThat(existsSync(command), "test/language-servers to be installed");

const files = {
	"package.json": '{ "name": "p", "type": "module" }\n',
	"tsconfig.json":
		'{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "types": [] }, "include": ["src"] }\n',
	"src/greet.ts":
		'export interface Options {\n\tname: string;\n}\n\nexport function greet({ name }: Options): string {\n\treturn "hello " + name;\n}\n',
	"src/main.ts":
		'import { greet } from "./greet.js";\n\nconst ä = "ö"; const text = greet({ name: ä }); greet({ name: text });\n',
};

async function typescriptProject() {
	const project = await workspace(files);
	await symlink(installed, project.file("node_modules"));
	const pool = new LanguageServerPool({
		root: project.path,
		definitions: [
			{
				name: "typescript-language-server",
				command,
				args: ["--stdio"],
				fileTypes: [".ts"],
				isProjectAware: true,
				// Otherwise a rename ends at the import, with an alias there.
				initOptions: { preferences: { providePrefixAndSuffixTextForRename: false } },
			},
		],
		env: { PATH: process.env.PATH, HOME: project.path },
		now: () => performance.now(),
		clientInfo: { name: "omp", version: "0" },
	});
	const compile = () => runCommand([`${installed}/.bin/tsc`, "-p", project.path], { cwd: project.path });
	return {
		project,
		compile,
		lsp: lspIn(project.path, pool),
		async [Symbol.asyncDispose]() {
			await pool[Symbol.asyncDispose]();
			await project[Symbol.asyncDispose]();
		},
	};
}

withTypeScript(
	"TypeScript: looks up, renames across files, moves a file, fixes an error, and the project compiles after each",
	async () => {
		await using made = await typescriptProject();
		const { project, compile, lsp } = made;
		const { text } = lsp;
		const timeout = 60;
		expect(await text({ action: "diagnostics", file: "src/main.ts", timeout })).toBe("OK");
		expect(await text({ action: "definition", file: "src/main.ts", line: 3, symbol: "greet#2", timeout })).toStartWith(
			"Found 1 definition(s):\n  src/greet.ts:5:17\n",
		);
		const references = await text({ action: "references", file: "src/greet.ts", line: 5, symbol: "greet", timeout });
		expect(references.split("\n").filter((line) => /^ {2}\S/.test(line))).toEqual([
			"  src/greet.ts:5:17",
			"  src/main.ts:1:10",
			"  src/main.ts:3:29",
			"  src/main.ts:3:49",
		]);
		expect(await text({ action: "hover", file: "src/main.ts", line: 3, symbol: "text", timeout })).toContain(
			"const text: string",
		);
		expect(await text({ action: "symbols", file: "src/greet.ts", timeout })).toBe(
			"Symbols in src/greet.ts:\ninterface Options @ line 1\n  property name @ line 2\nfunction greet @ line 5",
		);
		expect(await text({ action: "symbols", file: "*", query: "greet", timeout })).toContain(
			"function greet @ src/greet.ts:5:",
		);

		const rename = {
			action: "rename",
			file: "src/main.ts",
			line: 3,
			symbol: "greet",
			new_name: "hail",
			timeout,
		} as const;
		expect((await text({ ...rename, apply: false })).split("\n").toSorted()).toEqual([
			'    1: import { hail } from "./greet.js";',
			'    3: const ä = "ö"; const text = hail({ name: ä }); hail({ name: text });',
			"    5: export function hail({ name }: Options): string {",
			"  src/greet.ts: 1 edit",
			"  src/main.ts: 3 edits",
			"Rename preview:",
		]);
		expect(await text(rename)).toStartWith("Applied rename:\n");
		expect(await project.read("src/main.ts")).toBe(files["src/main.ts"].replaceAll(/greet(?=[({ ])/g, "hail"));
		expect(await compile()).toMatchObject({ stdout: "", exitCode: 0 });

		expect(await text({ action: "rename_file", file: "src/greet.ts", new_name: "src/lib/hail.ts", timeout })).toBe(
			"Renamed src/greet.ts → src/lib/hail.ts\n  Applied 1 edit(s) to src/main.ts",
		);
		expect(await compile()).toMatchObject({ stdout: "", exitCode: 0 });

		await project.write("src/main.ts", "export const sum = hail({ name: 'a' });\n");
		const broken = await text({ action: "diagnostics", file: "src/main.ts", timeout });
		expect(broken).toContain("1 error(s):\n# src/main.ts\n  1:20 [error] [typescript] Cannot find name 'hail'. (2304)");
		const actions = { action: "code_actions", file: "src/main.ts", line: 1, timeout } as const;
		expect(await text(actions)).toContain("[quickfix] Add import from");
		expect(await text({ ...actions, apply: true, query: "add import" })).toContain("Applied 1 edit(s) to src/main.ts");
		expect(await text({ action: "diagnostics", file: "src/main.ts", timeout })).toBe("OK");
		expect(await compile()).toMatchObject({ stdout: "", exitCode: 0 });
	},
	180_000,
);
