import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Diagnostic, Location, WorkspaceEdit } from "vscode-languageserver-types";
import type { LanguageClient } from "./contract/language-client.ts";
import type { ServerDefinition } from "./contract/server-definition.ts";
import { pathToUri, uriToPath } from "./documents/file-uri.ts";
import { planWorkspaceEdit } from "./edits/plan-workspace-edit.ts";
import { LanguageServerPool } from "./servers/language-server-pool.ts";
import { clientInfo, patient } from "./testing/odd-definition.ts";

const programs = join(import.meta.dir, "../../../test/language-servers/node_modules/.bin");
/** Longer than a server takes on a busy machine. */
const timeoutMs = 60_000;
const slowly = { ...patient, timeoutMs: 30_000 };

const withServer = (program: string) =>
	requiresThat(existsSync(join(programs, program)), "npm ci in test/language-servers");

interface RunningServer extends AsyncDisposable {
	readonly client: LanguageClient;
	readonly project: Workspace;
	/** Messages of the diagnostics once the file has this text. */
	check(path: string, text: string): Promise<string[] | undefined>;
}

async function run(
	program: string,
	args: readonly string[],
	files: Readonly<Record<string, string>>,
	changes: Partial<ServerDefinition> = {},
): Promise<RunningServer> {
	const project = await workspace(files);
	const definition = { name: program, command: join(programs, program), args, fileTypes: [], ...changes };
	const pool = new LanguageServerPool({
		root: project.path,
		definitions: [definition],
		env: process.env,
		now: () => performance.now(),
		clientInfo,
	});
	const client = await pool.client(definition, patient);
	return {
		client,
		project,
		async check(path, text) {
			client.sync(project.file(path), text);
			const diagnostics = await client.diagnostics(project.file(path), slowly);
			return diagnostics?.filter(isProblem).map(({ message }) => String(message));
		},
		async [Symbol.asyncDispose]() {
			await pool[Symbol.asyncDispose]();
			await project[Symbol.asyncDispose]();
		},
	};
}

const isProblem = ({ severity = 1 }: Diagnostic) => severity <= 2;

const library = "export function greet(name: string): string {\n\treturn name;\n}\n";
const main = 'import { greet } from "./library.ts";\n\nconst count: number = greet("ü😀");\n';
const fixedMain = main.replace("number", "string");

withServer("typescript-language-server")(
	"typescript-language-server: errors come and go with changes, and what is right is known to be so",
	async () => {
		await using server = await run("typescript-language-server", ["--stdio"], typescriptFiles());
		const { check } = server;
		const problem = "Type 'string' is not assignable to type 'number'.";
		expect(await check("main.ts", main)).toEqual([problem]);
		expect(await check("main.ts", fixedMain)).toEqual([]);
		expect(await check("main.ts", `${fixedMain}// still right\n`)).toEqual([]);
		expect(await check("main.ts", `/* 😀 */ ${main}`)).toEqual([problem]);
		expect(await check("main.ts", "const x = ;\n")).toEqual(["Expression expected."]);
		expect(await check("main.ts", fixedMain)).toEqual([]);
	},
	timeoutMs,
);

withServer("typescript-language-server")(
	"typescript-language-server: definitions are found, and a rename gives the edits of both files",
	async () => {
		// By default it renames an import to `greet as welcome` and leaves the other file alone.
		const initOptions = { preferences: { providePrefixAndSuffixTextForRename: false } };
		await using server = await run("typescript-language-server", ["--stdio"], typescriptFiles(), { initOptions });
		const { client, project } = server;
		const path = project.file("main.ts");
		client.sync(path, main);
		await client.projectLoaded(patient);
		const place = { textDocument: { uri: pathToUri(path) }, position: { line: 2, character: 23 } };
		const definitions = (await client.request("textDocument/definition", place, slowly)) as Location[];
		expect(definitions.map(({ uri, range }) => [uriToPath(uri), range.start])).toEqual([
			[project.file("library.ts"), { line: 0, character: 16 }],
		]);
		const edit = (await client.request(
			"textDocument/rename",
			{ ...place, newName: "welcome" },
			slowly,
		)) as WorkspaceEdit;
		const plan = await planWorkspaceEdit(edit, {
			root: project.path,
			readText: (file) => Bun.file(file).text(),
			openVersion: (file) => (client.isOpen(file) ? 1 : undefined),
			toLocalPosition: (position, line) => client.fromServerPosition(position, line),
		});
		const byPath = Object.fromEntries(plan.map((step) => [step.kind === "edit" && step.path, step]));
		expect(byPath).toEqual({
			[project.file("library.ts")]: {
				kind: "edit",
				path: project.file("library.ts"),
				before: library,
				after: library.replace("greet", "welcome"),
				editCount: 1,
			},
			[path]: { kind: "edit", path, before: main, after: main.replaceAll("greet", "welcome"), editCount: 2 },
		});
	},
	timeoutMs,
);

function typescriptFiles(): Record<string, string> {
	const compilerOptions = {
		strict: true,
		noEmit: true,
		module: "preserve",
		allowImportingTsExtensions: true,
		types: [],
	};
	return { "tsconfig.json": JSON.stringify({ compilerOptions }), "library.ts": library, "main.ts": main };
}

for (const { program, args, path, wrong, right, problem, settings } of [
	{
		program: "pyright-langserver",
		args: ["--stdio"],
		path: "a.py",
		wrong: 'x: int = "ü"\n',
		right: "x: int = 1\n",
		problem: 'is not assignable to declared type "int"',
	},
	{
		program: "vscode-json-language-server",
		args: ["--stdio"],
		path: "a.json",
		wrong: '{ "a": 1, }\n',
		right: '{ "a": 1 }\n',
		problem: "Trailing comma",
		settings: { json: { validate: { enable: true } } },
	},
	{
		program: "vscode-css-language-server",
		args: ["--stdio"],
		path: "a.css",
		wrong: "a { colour: red }\n",
		right: "a { color: red }\n",
		problem: "Unknown property: 'colour'",
		settings: { css: { validate: true } },
	},
	{
		program: "yaml-language-server",
		args: ["--stdio"],
		path: "a.yaml",
		wrong: "a: [1, 2\n",
		right: "a: [1, 2]\n",
		problem: "Flow sequence in block collection must be",
		settings: { yaml: { validate: true } },
	},
] as const) {
	withServer(program)(
		`${program}: a planted error is found, and gone when it is repaired`,
		async () => {
			await using server = await run(program, args, { [path]: wrong }, { ...(settings && { settings }) });
			expect((await server.check(path, wrong))?.[0]).toContain(problem);
			expect(await server.check(path, right)).toEqual([]);
			expect((await server.check(path, wrong))?.[0]).toContain(problem);
		},
		timeoutMs,
	);
}
