import { describe, expect, test } from "bun:test";
import { chmod, symlink } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadContext } from "../../../discovery/contract/load-context.ts";
import { Settings } from "../../../settings/settings.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";
import { builtInServers } from "./built-in-servers.data.ts";
import { findServers } from "./find-servers.ts";

const program = "#!/bin/sh\n";

/** A home, a project in `repo` and programs in `bin`, the only folder of `PATH`. */
async function project(files: Record<string, string>): Promise<Workspace> {
	const tree = await workspace({ "repo/.git/HEAD": "", "home/x": "", "bin/x": "", ...files });
	for (const name of Object.keys(files)) if (files[name] === program) await chmod(tree.file(name), 0o755);
	return tree;
}

async function found(
	tree: Workspace,
	trust: "all" | "nothing" | TrustGate = "all",
	files: readonly string[] = [],
	home = tree.file("home"),
	path: readonly string[] = [],
) {
	const place = { cwd: tree.file("repo"), home, agentDir: tree.file("home/.omp/agent") };
	const gate =
		trust instanceof TrustGate ? trust : new TrustGate({ ...place, now: () => 0, acceptAll: trust === "all" });
	const context = await loadContext({ ...place, env: { PATH: [tree.file("bin"), ...path].join(":") }, gate });
	const servers = await findServers(context, new Settings({}), files);
	const shown = (text: string) => text.replaceAll(tree.path, "");
	return {
		...servers,
		programs: servers.definitions.map(({ name, command }) => [name, shown(command)]),
		waiting: gate.waiting.map(({ id, effects }) => [id, ...effects.map(shown)]),
		warnings: servers.warnings.map(shown),
		gate,
	};
}

verifies("tools-code-web:lsp:active-rule", async () => {
	await using tree = await project({
		"repo/go.mod": "",
		"repo/app.csproj": "",
		"repo/nested/Cargo.toml": "",
		"repo/biome.json": "",
		"repo/node_modules/.bin/biome": program,
		"bin/biome": program,
		"bin/gopls": program,
		"bin/omnisharp": program,
		"bin/rust-analyzer": program,
		"bin/clangd": program,
		"bin/yaml-language-server": program,
		"home/.omp/agent/lsp.json": JSON.stringify({
			yamlls: { disabled: true },
			mine: { command: "mine", fileTypes: [".my"], rootMarkers: ["nested/*.toml"] },
		}),
		"bin/mine": program,
	});
	expect((await found(tree)).programs).toEqual([
		["rust-analyzer@nested", "/bin/rust-analyzer"],
		["gopls", "/bin/gopls"],
		["biome", "/repo/node_modules/.bin/biome"],
		["omnisharp", "/bin/omnisharp"],
		["mine", "/bin/mine"],
	]);
});

verifies("tools-code-web:lsp:config-merge", async () => {
	await using tree = await project({
		"repo/go.mod": "",
		"bin/gopls": program,
		"bin/other-gopls": program,
		"home/.omp/agent/lsp.json": JSON.stringify({
			servers: {
				gopls: { command: "other-gopls", settings: { gopls: { staticcheck: true } }, isLinter: "no", comand: "x" },
				partly: { command: "gopls", fileTypes: "go", rootMarkers: ["go.mod"] },
				"no name!": {},
			},
			idleTimeoutMs: 60_000,
		}),
		"repo/lsp.yml": "gopls:\n  args: [-remote=auto]\n  workspaceReadyTimings: { timeoutMs: 5 }\n",
	});
	const { definitions, idleTimeoutMs, warnings } = await found(tree);
	expect(definitions).toEqual([
		{
			name: "gopls",
			command: tree.file("bin/other-gopls"),
			args: ["-remote=auto"],
			fileTypes: [".go", "go.mod", "go.sum"],
			isProjectAware: true,
			settings: { gopls: { staticcheck: true } },
			readyTimings: { timeoutMs: 5 },
		},
	]);
	expect(idleTimeoutMs).toBe(60_000);
	const file = "/home/.omp/agent/lsp.json";
	expect(warnings).toEqual([
		`${file}: server "gopls": isLinter must be true or false`,
		`${file}: server "gopls": unknown field "comand"; did you mean "command"?`,
		`${file}: server "partly": fileTypes must be a list of endings or names of files, such as [".ts", "Dockerfile"]`,
		`${file}: "no name!" is not a name of a server`,
		'language server "partly" is left out: a new server needs fileTypes',
	]);
});

describe("without trust", () => {
	test("a program of the project is never used: PATH's is, or the server waits", async () => {
		await using tree = await project({
			"repo/biome.json": "",
			"repo/ruff.toml": "",
			"repo/node_modules/.bin/biome": program,
			"repo/.venv/bin/ruff": program,
			"bin/biome": program,
		});
		const untrusted = await found(tree, "nothing");
		expect(untrusted.programs).toEqual([["biome", "/bin/biome"]]);
		expect(untrusted.untrusted).toEqual(["ruff"]);
		expect(untrusted.waiting).toEqual([
			["lsp-config:node_modules/.bin/biome", "a language server runs: biome → node_modules/.bin/biome"],
			["lsp-config:.venv/bin/ruff", "a language server runs: ruff → .venv/bin/ruff"],
		]);
		await untrusted.gate.decide(untrusted.gate.waiting, true);
		expect((await found(tree, untrusted.gate)).programs).toEqual([
			["biome", "/repo/node_modules/.bin/biome"],
			["ruff", "/repo/.venv/bin/ruff"],
		]);
		await tree.write("repo/node_modules/.bin/biome", "#!/bin/sh\nevil\n");
		expect((await found(tree, untrusted.gate)).programs[0]).toEqual(["biome", "/bin/biome"]);
	});

	test("a path of the user's config that leads into the project needs trust, too", async () => {
		await using tree = await project({
			"repo/go.mod": "",
			"repo/tools/gopls": program,
			"home/.omp/agent/lsp.json": JSON.stringify({ gopls: { command: "./tools/gopls" } }),
		});
		expect((await found(tree, "nothing")).untrusted).toEqual(["gopls"]);
		expect((await found(tree)).programs).toEqual([["gopls", "/repo/tools/gopls"]]);
	});

	test("a project's config is not read, and its program is accepted together with it", async () => {
		await using tree = await project({
			"repo/a.x": "",
			"repo/server": program,
			"repo/lsp.json": JSON.stringify({ x: { command: "./server", fileTypes: [".x"], rootMarkers: ["*.x"] } }),
		});
		const untrusted = await found(tree, "nothing");
		expect([untrusted.programs, untrusted.waiting.map(([id]) => id)]).toEqual([[], ["lsp-config:lsp.json"]]);
		await untrusted.gate.decide(untrusted.gate.waiting, true);
		expect((await found(tree, untrusted.gate)).programs).toEqual([["x", "/repo/server"]]);
	});

	test("a server of the user's that runs code of the project waits", async () => {
		await using tree = await project({
			"repo/Cargo.toml": "",
			"repo/eslint.config.js": "",
			"bin/rust-analyzer": program,
			"bin/vscode-eslint-language-server": program,
		});
		const untrusted = await found(tree, "nothing");
		expect([untrusted.programs, untrusted.untrusted]).toEqual([[], ["rust-analyzer", "eslint"]]);
		expect(untrusted.waiting).toEqual([
			[
				"lsp-config:Cargo.toml#rust-analyzer",
				"the language server rust-analyzer runs code of the project: what Cargo.toml brings",
			],
			[
				"lsp-config:eslint.config.js#eslint",
				"the language server eslint runs code of the project: what eslint.config.js brings",
			],
		]);
	});

	test("the user's TypeScript takes the place of the project's", async () => {
		await using tree = await project({
			"repo/package.json": "{}",
			"repo/node_modules/typescript/lib/tsserver.js": "evil",
			"global/node_modules/typescript/lib/tsserver.js": "",
			"global/node_modules/typescript-language-server/lib/cli.mjs": program,
		});
		await symlink(
			tree.file("global/node_modules/typescript-language-server/lib/cli.mjs"),
			tree.file("bin/typescript-language-server"),
		);
		const options = async (trust: "all" | "nothing") => (await found(tree, trust)).definitions[0]?.initOptions;
		const row = builtInServers.find(({ name }) => name === "typescript-language-server");
		const usual = row?.initOptions as Record<string, unknown>;
		expect(await options("nothing")).toEqual({
			...usual,
			tsserver: { path: tree.file("global/node_modules/typescript/lib/tsserver.js") },
		});
		expect(await options("all")).toEqual(usual);
	});
});

test("missing programs are named with how to install them, one for each language", async () => {
	await using tree = await project({
		"repo/package.json": "{}",
		"repo/pyproject.toml": "",
		"repo/go.mod": "",
		"repo/Makefile": "",
		"repo/pom.xml": "",
		"bin/pylsp": program,
		"home/.omp/agent/lsp.json": JSON.stringify({
			mine: { command: "mine", fileTypes: [".my"], rootMarkers: [".git"] },
		}),
	});
	expect((await found(tree)).missing).toEqual([
		'gopls: program "gopls" not found; go install golang.org/x/tools/gopls@latest',
		'typescript-language-server: program "typescript-language-server" not found; npm install -g typescript-language-server typescript',
		'jdtls: program "jdtls" not found; brew install jdtls, or see github.com/eclipse-jdtls/eclipse.jdt.ls',
		'mine: program "mine" not found',
	]);
});

describe("the root of a server", () => {
	const bins = {
		"bin/gopls": program,
		"bin/clangd": program,
		"bin/rust-analyzer": program,
		"bin/pyright-langserver": program,
	};
	const names = (servers: Awaited<ReturnType<typeof found>>) => servers.definitions.map(({ name }) => name);

	verifies("tools-code-web:lsp:nearest-root", async () => {
		await using tree = await project({
			...bins,
			"bin/typescript-language-server": program,
			"repo/frontend/package.json": "{}",
			"repo/backend/go.mod": "",
			"repo/backend/tools/go.mod": "",
			"repo/py/pyproject.toml": "",
			"repo/node_modules/left/go.mod": "",
			"repo/a/b/c/d/e/Cargo.toml": "",
		});
		const servers = await found(tree);
		expect(servers.definitions.map(({ name, base, root }) => [name, base, root?.slice(tree.path.length)])).toEqual([
			["gopls@backend", "gopls", "/repo/backend"],
			["gopls@backend/tools", "gopls", "/repo/backend/tools"],
			["typescript-language-server@frontend", "typescript-language-server", "/repo/frontend"],
			["pyright@py", "pyright", "/repo/py"],
		]);
		const file = tree.file("repo/a/b/c/d/e/src/lib.rs");
		expect(names(await found(tree, "all", [file]))).toContain("rust-analyzer@a/b/c/d/e");
	});

	test("a workspace that joins its projects has one server, and so has a server that finds them by itself", async () => {
		await using tree = await project({
			...bins,
			"repo/go.work": "go 1.22\n",
			"repo/a/go.mod": "",
			"repo/b/go.mod": "",
			"repo/Cargo.toml": "[workspace]\nmembers = ['x']\n",
			"repo/x/Cargo.toml": "",
			"repo/CMakeLists.txt": "",
			"repo/src/CMakeLists.txt": "",
			"repo/pyproject.toml": "[tool.ruff]\n",
			"repo/py/pyproject.toml": "",
		});
		expect(names(await found(tree))).toEqual(["rust-analyzer", "clangd", "gopls", "pyright", "pyright@py"]);
	});

	test("programs and code of the project are looked for from the root up, and trusted for each root", async () => {
		await using tree = await project({
			"bin/rust-analyzer": program,
			"repo/node_modules/.bin/typescript-language-server": program,
			"repo/web/package.json": "{}",
			"repo/web/node_modules/.bin/biome": program,
			"repo/web/biome.json": "{}",
			"repo/rs/Cargo.toml": "",
		});
		const untrusted = await found(tree, "nothing");
		expect([untrusted.programs, untrusted.untrusted]).toEqual([
			[],
			["rust-analyzer@rs", "typescript-language-server@web", "biome@web"],
		]);
		await untrusted.gate.decide(untrusted.gate.waiting, true);
		expect((await found(tree, untrusted.gate)).programs).toEqual([
			["rust-analyzer@rs", "/bin/rust-analyzer"],
			["typescript-language-server@web", "/repo/node_modules/.bin/typescript-language-server"],
			["biome@web", "/repo/web/node_modules/.bin/biome"],
		]);
	});

	test("in a home folder only the projects of files are found", async () => {
		await using tree = await project({ ...bins, "repo/shop/go.mod": "" });
		const servers = await found(tree, "all", [tree.file("repo/shop/main.go")], tree.file("repo"));
		expect([names(await found(tree, "all", [], tree.file("repo"))), names(servers)]).toEqual([[], ["gopls@shop"]]);
	});

	test("a program in a folder of PATH that the project brings is named as left out", async () => {
		await using tree = await project({ "repo/go.mod": "", "repo/tools/gopls": program, "bin/go": program });
		const servers = await found(tree, "all", [], tree.file("home"), [tree.file("repo/tools")]);
		expect(servers.missing.map((text) => text.replaceAll(tree.path, ""))).toEqual([
			'gopls: program "gopls" not found; the one in /repo/tools is left out, because the project brings that folder of PATH',
		]);
	});
});
