import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { lsp, needsServers, results, write } from "./real-servers.ts";

const files = {
	"frontend/package.json": "{}\n",
	"frontend/tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
	"frontend/src/a.ts": "export const a: number = 1;\n",
	"backend/go.mod": "module shop\n\ngo 1.19\n",
	"backend/main.go": "package main\n\nfunc main() {}\n",
	"py/pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
	"py/app/deep/er/still/main.py": "count: int = 1\n",
};

needsServers(
	"gopls",
	"go",
	"python3",
)("a repository with nothing at its root has a server for each project in it", async () => {
	await using omp = await ompProject({ files });
	const [go, py, ts, status, renamed] = await results(omp, [
		lsp({ action: "diagnostics", file: "backend/main.go", timeout: 60 }),
		write("py/app/deep/er/still/main.py", 'count: int = "one"\n'),
		write("frontend/src/b.ts", 'import { a } from "./a";\nexport const b: string = a;\n'),
		lsp({ action: "status" }),
		lsp({ action: "rename", file: "frontend/src/a.ts", line: 1, symbol: "a", new_name: "first", timeout: 60 }),
	]);
	expect(go).toBe("OK");
	for (const [result, problem] of [
		[py, 'not assignable to declared type "int"'],
		[ts, "Type 'number' is not assignable to type 'string'"],
	]) {
		// A slow machine gets it with the next request.
		if (!result?.includes("its diagnostics follow")) expect(result).toContain(problem);
	}
	for (const name of ["gopls@backend", "pyright@py", "typescript-language-server@frontend"]) {
		expect(status).toContain(`${name} (ready`);
	}
	expect(renamed).toContain("Applied 2 edit(s) to frontend/src/b.ts");
});

const offers = (request: unknown) =>
	(request as { tools: readonly { name: string }[] }).tools.some(({ name }) => name === "lsp");

requires("gopls", "go")(
	"lsp is offered where a server was found, from the first request on, and a topic alone brings it nowhere else",
	async () => {
		const PATH = "/usr/bin:/bin";
		for (const [project, prompt, expected] of [
			[{ "backend/go.mod": "module a\n", "backend/a.go": "package a\n" }, "hi", true],
			[{ "package.json": "{}\n", "a.ts": "let a = 1;\n" }, "rename a and fix its references", false],
			[{ "notes.txt": "" }, "rename the file", false],
			[{ "notes.txt": "" }, "what can lsp do?", true],
		] as const) {
			await using omp = await ompProject({ files: project, replies: [text("Done.")] });
			await omp.run(["-p", "--auto-approve", prompt], { env: { PATH } });
			expect([prompt, offers(omp.model.requests[0])]).toEqual([prompt, expected]);
		}
	},
	60_000,
);
