import { expect } from "bun:test";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires, requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { repositoryRoot } from "../../scripts/repository-root.ts";
import { type Call, lsp, results, write } from "./real-servers.ts";

const oddServer = join(import.meta.dir, "../../packages/lsp/src/testing/odd-server.ts");
const onLinux = requiresThat(process.platform === "linux", "Linux");
const systemPath = "/usr/local/bin:/usr/bin:/bin";

/** A home that is not below /tmp, of which programs in the sandbox have one of their own. */
async function realHome(omp: OmpProject) {
	const path = await mkdtemp(join(repositoryRoot, "dist", "home-"));
	await mkdir(join(path, ".omp/agent"), { recursive: true });
	await Bun.write(join(path, ".omp/agent/models.yml"), await omp.home.read(".omp/agent/models.yml"));
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const go = { "go.mod": "module shop\n\ngo 1.19\n", "a.go": 'package main\n\nvar count int = "one"\n' };

for (const before of [[], [".cache/gopls"]]) {
	requires("gopls", "go")(
		`gopls works in the sandbox, with a cache of omp's; the user's has ${before[0] ?? "nothing"}`,
		async () => {
			await using omp = await ompProject({ files: go });
			await using home = await realHome(omp);
			for (const folder of before) await mkdir(join(home.path, folder), { recursive: true });
			const [found] = await results(omp, [lsp({ action: "diagnostics", file: "a.go", timeout: 60 })], {
				path: systemPath,
				env: { HOME: home.path, XDG_CACHE_HOME: "", GOPLSCACHE: "" },
			});
			expect(found).toContain('3:17 [error] [compiler] cannot use "one"');
			expect(await readdir(join(home.path, ".cache/gopls")).catch(() => [])).toEqual([]);
			expect(await readdir(join(home.path, ".omp/cache/sandbox/language-servers"))).toContain("gopls");
		},
		60_000,
	);
}

requires("clangd")(
	"clangd works in the sandbox, and writes nothing into the home",
	async () => {
		await using omp = await ompProject({ files: { Makefile: "all:\n", "a.c": "int count = x;\n" } });
		await using home = await realHome(omp);
		const env = { HOME: home.path, XDG_CACHE_HOME: "" };
		const call = lsp({ action: "diagnostics", file: "a.c", timeout: 60 });
		const [found] = await results(omp, [call], { path: systemPath, env });
		expect(found).toContain("Use of undeclared identifier 'x'");
		expect(await readdir(join(home.path, ".cache")).catch(() => [])).toEqual([]);
	},
	90_000,
);

async function withServer(command: string, behavior: string, calls: readonly Call[]): Promise<string[]> {
	await using omp = await ompProject({ files: { "a.odd": "old ERR\n", "p.cfg": "" } });
	const args = command === process.execPath ? [oddServer, behavior] : [];
	const servers = { odd: { command, args, fileTypes: [".odd"], rootMarkers: ["p.cfg"] } };
	await omp.home.write(".omp/agent/lsp.json", JSON.stringify({ servers }));
	return await results(omp, calls, { path: systemPath });
}

const check = lsp({ action: "diagnostics", file: "a.odd" });

onLinux(
	"the first message about a server that ends after its start has its error output, and so has the result of a write",
	async () => {
		const reason = "The language server odd has ended: it exited with code 4";
		const [asked, again] = await Promise.all([
			withServer(process.execPath, "ends-when-asked", [check]),
			withServer(process.execPath, "ends-when-asked", [write("b.odd", "ERR\n"), write("b.odd", "ERR 2\n")]),
		]);
		expect(asked[0]).toBe(`LSP error: odd: ${reason}:\ncannot write the index`);
		expect(again[0]).toContain(`LSP Diagnostics (no diagnostics from odd: ${reason}: cannot write the index)`);
		expect(again[1]).toMatch(/LSP Diagnostics \((still )?no diagnostics from odd/);
	},
	60_000,
);

onLinux(
	"a server whose program the sandbox hides is named with what to do",
	async () => {
		const folder = await mkdtemp("/var/tmp/omp-hidden-");
		try {
			const program = join(folder, "odd");
			await Bun.write(program, "#!/bin/sh\nexit 0\n");
			await chmod(program, 0o755);
			const [asked, written] = await withServer(program, "", [check, write("b.odd", "ERR\n")]);
			const reason = `odd cannot be started: the sandbox hides its program ${program}, as it has a /var/tmp of its own. Install it elsewhere, or add "${folder}" to the setting sandbox.visible, which counts from the next session`;
			expect(asked).toBe(`LSP error: odd: ${reason}`);
			expect(written).toContain(`LSP Diagnostics (no diagnostics from odd: ${reason})`);
		} finally {
			await rm(folder, { recursive: true });
		}
	},
	60_000,
);
