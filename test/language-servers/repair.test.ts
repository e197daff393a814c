import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { lsp, needsServers, pathWithServers, results } from "./real-servers.ts";

const languages = [
	{
		name: "TypeScript",
		project: {
			"package.json": "{}\n",
			"tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
			"src/main.ts": "export {};\n",
		},
		opened: "src/main.ts",
		file: "src/price.ts",
		broken: "export function total(cents: number): number {\n\treturn cents.toFixed(2);\n}\n",
		old: "cents.toFixed(2)",
		fixed: "Math.round(cents)",
		problem: "2:2 [error] [typescript] Type 'string' is not assignable to type 'number'. (2322)",
	},
	{
		name: "Python",
		project: { "pyproject.toml": "", "main.py": "" },
		opened: "main.py",
		file: "price.py",
		broken: "def total(cents: int) -> int:\n    return str(cents)\n",
		old: "str(cents)",
		fixed: "cents + 0",
		problem: '2:12 [error] [Pyright] Type "str" is not assignable to return type "int"',
	},
] as const;

for (const { name, project, opened, file, broken, old, fixed, problem } of languages) {
	const calls = [
		// Starting a server on a busy machine may take longer than a write waits.
		lsp({ action: "diagnostics", file: opened, timeout: 60 }),
		{ tool: "write", args: { i: "Write it", path: file, content: broken } },
		{ tool: "edit", args: { i: "Fix it", path: file, old_string: old, new_string: fixed } },
		lsp({ action: "diagnostics", file }),
	];
	const settings = "lsp: { diagnosticsOnEdit: true }\n";

	needsServers()(
		`${name}: the result of a write carries the error, and that of the edit which fixes it says OK`,
		async () => {
			await using omp = await ompProject({ files: project });
			await omp.home.write(".omp/agent/config.yml", settings);
			const [, written = "", edited = "", asked] = await results(omp, calls);
			expect(written).toContain("LSP Diagnostics (1 error(s)):");
			expect(written).toContain(problem);
			expect(edited).toContain("LSP Diagnostics (OK)");
			expect(edited).not.toContain("[error]");
			expect(asked).toBe("OK");
		},
	);

	needsServers()(`${name}: the same in a terminal`, async () => {
		await using omp = await ompProject({
			files: project,
			replies: [...calls.map(({ tool, args }) => toolCall(tool, args)), text("Repaired.")],
		});
		await omp.home.write(".omp/agent/config.yml", settings);
		const env = { ...omp.env, PATH: await pathWithServers(omp) };
		await using terminal = ptyRun([...omp.command, "--auto-approve"], { cols: 110, rows: 50, cwd: omp.path, env });
		await terminal.waitFor("LSP Servers", { timeoutMs: 20_000 });
		terminal.type("write the price function\r");
		await terminal.waitFor("1 error(s)", { timeoutMs: 30_000 });
		await terminal.waitFor("Repaired.", { timeoutMs: 30_000 });
	});
}
