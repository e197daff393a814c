import { expect } from "bun:test";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires, requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { commandLine, marked, markVariable } from "./marked-processes.ts";
import { type Call, lsp, results, write } from "./real-servers.ts";

const oddServer = join(import.meta.dir, "../../packages/lsp/src/testing/odd-server.ts");
const onLinux = requiresThat(process.platform === "linux", "Linux");

/** Runs omp with a server that behaves like this; nothing of it may be left. */
async function withServer(behavior: string, calls: readonly Call[]) {
	// A folder inside of one of ours, so that what is outside of it is ours as well.
	await using omp = await ompProject({
		files: { "project/a.odd": "old ERR\n", "project/p.cfg": "", "outside.odd": "old\n" },
	});
	const server = {
		command: process.execPath,
		args: [oddServer, behavior],
		fileTypes: [".odd"],
		rootMarkers: ["p.cfg"],
	};
	await omp.home.write(".omp/agent/lsp.json", JSON.stringify({ servers: { odd: server } }));
	const texts = await results(omp, calls, { cwd: omp.files.file("project"), env: { [markVariable]: omp.path } });
	await until(() => marked(omp.path).length === 0, { describe: () => marked(omp.path).map(commandLine).join("; ") });
	return { texts, file: await omp.files.read("project/a.odd"), outside: await omp.files.read("outside.odd") };
}

const check = lsp({ action: "diagnostics", file: "a.odd" });
const written = "[c.odd#ABF7]\nSuccessfully wrote 9 bytes to c.odd";
const writeC = write("c.odd", "ERR here\n");
const rename = lsp({ action: "rename", file: "a.odd", line: 1, symbol: "old", new_name: "new", timeout: 5 });

onLinux(
	"a server that hangs in its start, or never answers, holds a write up for five seconds and is never OK",
	async () => {
		const [hangs, silent] = await Promise.all([
			withServer("hangs", [writeC, lsp({ action: "diagnostics", file: "a.odd", timeout: 5 })]),
			withServer("silent", [writeC, check]),
		]);
		const late = expect.stringContaining(
			`${written}\n\nLSP Diagnostics (no answer from odd in 5 s; its diagnostics follow)`,
		);
		expect(hangs.texts).toEqual([late, expect.stringContaining("LSP diagnostics timed out after 5s on odd.")]);
		expect(silent.texts).toEqual([late, "no answer from odd in 3 s"]);
	},
	60_000,
);

onLinux(
	"a server that crashes is named with its last words, and writes go on",
	async () => {
		const { texts } = await withServer("crashes-at-once", [writeC, check]);
		const problem = "odd cannot be started: The language server odd has ended: it exited with code 3:";
		expect(texts).toEqual([
			`${written}\n\nLSP Diagnostics (no diagnostics from odd: ${problem} no such database)`,
			`LSP error: odd: ${problem}\nno such database`,
		]);
	},
	60_000,
);

onLinux(
	"of 100,000 problems the model reads fifty",
	async () => {
		const { texts } = await withServer("floods", [writeC, check]);
		for (const text of texts) {
			expect(text.split("\n").filter((line) => line.includes("[warning]"))).toHaveLength(50);
			expect(text.length).toBeLessThan(8000);
		}
	},
	60_000,
);

for (const [behavior, refusal, file = "old ERR\n"] of [
	["edits-outside", /outside\.odd is outside of /],
	["edits-overlap", /cannot be applied: edits overlap$/],
	["edits-changed-file", /it is for version 1 of .*a\.odd, which has version 2 now$/, "changed meanwhile\n"],
	["never-renames", /^LSP rename timed out after 5s on odd\./],
] as const) {
	onLinux(
		`a rename that ${behavior} changes nothing, and the model is told why`,
		async () => {
			const renamed = await withServer(behavior, [check, rename]);
			expect(renamed.texts[1]).toMatch(refusal);
			expect([renamed.file, renamed.outside]).toEqual([file, "old\n"]);
		},
		60_000,
	);
}

onLinux(
	"of an untrusted clone no server, linter, adapter or interpreter is run; of a trusted one they are",
	async () => {
		await using marks = await workspace();
		const evil = (name: string) => `#!/bin/sh\ntouch ${marks.path}/${name}\n`;
		const programs = {
			"node_modules/.bin/typescript-language-server": evil("server"),
			"node_modules/.bin/biome": evil("linter"),
			".venv/bin/python": evil("python"),
			"evil.sh": evil("configured"),
		};
		const configured = { command: "./evil.sh", fileTypes: [".ts", ".py"], rootMarkers: ["package.json"] };
		await using omp = await ompProject({
			files: {
				...programs,
				".venv/pyvenv.cfg": "home = /usr/bin\n",
				"package.json": "{}\n",
				"biome.json": "{}\n",
				"a.ts": "export const a = 1;\n",
				"main.py": "print(1)\n",
				"lsp.json": JSON.stringify({ servers: { mine: configured } }),
				"dap.json": JSON.stringify({ adapters: { debugpy: { command: "./evil.sh" } } }),
			},
		});
		for (const name of Object.keys(programs)) await chmod(omp.files.file(name), 0o755);
		const calls = [
			lsp({ action: "diagnostics", file: "a.ts" }),
			write("b.ts", "export const b = 1;\n"),
			lsp({ action: "symbols", file: "*", query: "a" }),
			lsp({ action: "status" }),
			{ tool: "debug", args: { i: "Run", action: "launch", program: "main.py" } },
		];
		const [first] = await results(omp, calls, { path: "/usr/bin:/bin" });
		await omp.run(["doctor"]);
		expect(await readdir(marks.path)).toEqual([]);
		expect(first).toContain(
			"typescript-language-server: would run a program or code of this project that is not trusted",
		);
		// In the sandbox they could not write there.
		await results(omp, calls, { path: "/usr/bin:/bin", args: ["--trust", "--sandbox", "off"] });
		expect((await readdir(marks.path)).sort()).toEqual(["configured", "linter", "server"]);
	},
	60_000,
);

requires("python3")(
	"a debugged program that forks, runs on or dies by a signal is told apart, and nothing of it is left",
	async () => {
		const fork = "import os, subprocess, time\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\n";
		await using omp = await ompProject({
			files: {
				"fork.py": `${fork}if os.fork() == 0:\n    time.sleep(600)\nprint('forked', flush=True)\ntime.sleep(600)\n`,
				"dies.py": "import os, signal\nprint('bye', flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)\n",
			},
		});
		const debug = (args: object) => ({ tool: "debug", args: { i: "Run", ...args } });
		const [, died, , runs] = await results(
			omp,
			[
				debug({ action: "launch", program: "dies.py" }),
				debug({ action: "continue" }),
				debug({ action: "launch", program: "fork.py" }),
				debug({ action: "continue", timeout: 5 }),
			],
			{ path: process.env.PATH ?? "", env: { [markVariable]: omp.path } },
		);
		expect(runs).toMatch(/^The program is still running after 5s without a stop\..*\nOutput:\nforked$/s);
		expect(died).toMatch(/^The program exited with code \d+\.\nOutput:\nbye$/);
		await until(() => marked(omp.path).length === 0, { describe: () => marked(omp.path).map(commandLine).join("; ") });
	},
	60_000,
);
