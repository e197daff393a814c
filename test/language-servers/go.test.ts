import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { foundPlaces, lsp, needsServers, results } from "./real-servers.ts";

const files = {
	"go.mod": "module shop\n\ngo 1.19\n",
	"price/price.go":
		"package price\n\n// Total adds cents.\nfunc Total(items []int) int {\n\tsum := 0\n\tfor _, cents := range items {\n\t\tsum += cents\n\t}\n\treturn sum\n}\n",
	"main.go":
		'package main\n\nimport (\n\t"fmt"\n\t"shop/price"\n)\n\nfunc main() {\n\tfmt.Println(price.Total([]int{1, 2}), price.Total(nil))\n}\n',
};

/** Where Go's own type checker sees the function: its definition and its uses. */
const checker = `package main

import ("fmt"; "go/ast"; "go/importer"; "go/parser"; "go/token"; "go/types"; "os")

func main() {
	set := token.NewFileSet()
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil), Error: func(error) {}}
	for _, path := range []string{"price/price.go", "main.go"} {
		file, _ := parser.ParseFile(set, path, nil, 0)
		config.Check(path, set, []*ast.File{file}, info)
	}
	for _, idents := range []map[*ast.Ident]types.Object{info.Defs, info.Uses} {
		for ident := range idents {
			if ident.Name == os.Args[1] { fmt.Println(set.Position(ident.Pos())) }
		}
	}
}
`;

const go = needsServers("gopls", "go");

go("Go: a planted error is found, and gone when it is fixed", async () => {
	await using omp = await ompProject({
		files: { ...files, "broken.go": 'package main\n\nvar count int = "one"\n' },
	});
	const [broken, , fixed] = await results(omp, [
		lsp({ action: "diagnostics", file: "broken.go", timeout: 60 }),
		{ tool: "write", args: { i: "Fix", path: "broken.go", content: "package main\n\nvar count int = 1\n" } },
		lsp({ action: "diagnostics", file: "broken.go" }),
	]);
	expect(broken).toContain("1 error(s)");
	expect(broken).toMatch(/3:17 \[error\] \[compiler\] cannot use "one"/);
	expect(fixed).toBe("OK");
});

go("Go: references are those of the type checker, and a renamed function compiles", async () => {
	await using omp = await ompProject({ files });
	await using tool = await ompProject({ files: { "check.go": checker } });
	await runCommand(["go", "build", "-o", tool.files.file("check"), "check.go"], { cwd: tool.path });
	const { stdout } = await runCommand([tool.files.file("check"), "Total"], { cwd: omp.path });
	const [references = "", rename = ""] = await results(omp, [
		lsp({ action: "references", file: "price/price.go", line: 4, symbol: "Total", timeout: 60 }),
		lsp({ action: "rename", file: "price/price.go", line: 4, symbol: "Total", new_name: "SumOf", timeout: 60 }),
	]);
	expect(foundPlaces(references).sort()).toEqual(stdout.trim().split("\n").sort());
	expect(rename).toContain("Applied rename:");
	expect(await runCommand(["go", "run", "."], { cwd: omp.path })).toMatchObject({
		stdout: "3 0\n",
		exitCode: 0,
	});
});
