import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { foundPlaces, lsp, needsServers, results } from "./real-servers.ts";

const files = {
	Makefile: "all: ; cc -o shop main.c price.c\n",
	"price.h": "int total(const int *items, int count);\n",
	"price.c":
		'#include "price.h"\n\nint total(const int *items, int count) {\n\tint sum = 0;\n\tfor (int i = 0; i < count; i++) sum += items[i];\n\treturn sum;\n}\n',
	"main.c":
		'#include <stdio.h>\n#include "price.h"\n\nint main(void) {\n\tint items[] = {1, 2};\n\tprintf("%d\\n", total(items, 2));\n\treturn total(items, 0);\n}\n',
};

const c = needsServers("clangd", "cc", "make");

c("C: a planted error is found, and gone when it is fixed", async () => {
	await using omp = await ompProject({ files: { ...files, "broken.c": "int one(void) { return two; }\n" } });
	const [broken, , fixed] = await results(omp, [
		lsp({ action: "diagnostics", file: "broken.c" }),
		{ tool: "write", args: { i: "Fix", path: "broken.c", content: "int one(void) { return 1; }\n" } },
		lsp({ action: "diagnostics", file: "broken.c" }),
	]);
	expect(broken).toContain("1 error(s)");
	expect(broken).toMatch(/1:24 \[error\] \[clang\] Use of undeclared identifier 'two'/);
	expect(fixed).toBe("OK");
});

c("C: references are those of the compiler, and a renamed function compiles and links", async () => {
	await using omp = await ompProject({ files });
	const commands = ["main.c", "price.c"].map((file) => ({ directory: omp.path, file, command: `cc -c ${file}` }));
	await omp.files.write("compile_commands.json", JSON.stringify(commands));
	const [references = "", rename = ""] = await results(omp, [
		lsp({ action: "references", file: "main.c", line: 6, symbol: "total" }),
		lsp({ action: "rename", file: "main.c", line: 6, symbol: "total", new_name: "sum_of" }),
	]);
	expect(foundPlaces(references).sort()).toEqual(await compilerPlaces(files, "total"));
	expect(rename).toContain("Applied rename:");
	expect(await runCommand(["make"], { cwd: omp.path })).toMatchObject({ exitCode: 0 });
	expect((await runCommand(["./shop"], { cwd: omp.path })).stdout).toBe("3\n");
	expect(await omp.files.read("price.h")).toContain("sum_of");
});

/** The compiler refuses each use of a name that is poisoned, and says where. */
async function compilerPlaces(texts: Readonly<Record<string, string>>, name: string): Promise<string[]> {
	await using copy = await ompProject({ files: texts });
	const places = new Set<string>();
	for (const file of Object.keys(texts).filter((path) => path.endsWith(".c"))) {
		const poison = `#pragma GCC poison ${name}\n`;
		await copy.files.write("poison.h", poison);
		const command = ["cc", "-fsyntax-only", "-ftabstop=1", "-include", "poison.h", file];
		const { stderr } = await runCommand(command, { cwd: copy.path });
		for (const [, place] of stderr.matchAll(/^(\S+:\d+:\d+): error: attempt to use poisoned/gm))
			places.add(place ?? "");
	}
	return [...places].sort();
}
