import { expect } from "bun:test";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { foundPlaces, installedPrograms, lsp, needsServers, results } from "./real-servers.ts";

const files = {
	"pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
	"shop/__init__.py": "",
	"shop/price.py": "def total(items: list[int]) -> int:\n    return sum(items)\n",
	"shop/cart.py":
		"from shop.price import total\n\n\nclass Cart:\n    def __init__(self) -> None:\n        self.items: list[int] = []\n\n    def add(self, cents: int) -> int:\n        self.items.append(cents)\n        return total(self.items)\n",
	"main.py": "from shop.cart import Cart\nfrom shop.price import total\n\nprint(Cart().add(300), total([1, 2]))\n",
};

/** Where Python's own parser sees the name as an identifier. */
async function parsedNames(cwd: string, name: string): Promise<string[]> {
	const script = `
import ast, pathlib, sys
for path in sorted(pathlib.Path(".").rglob("*.py")):
    source = path.read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and node.id == sys.argv[1]:
            print(f"{path}:{node.lineno}:{node.col_offset + 1}")
        if isinstance(node, ast.FunctionDef) and node.name == sys.argv[1]:
            print(f"{path}:{node.lineno}:{node.col_offset + 5}")
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name == sys.argv[1]:
                    print(f"{path}:{alias.lineno}:{alias.col_offset + 1}")
`;
	const { stdout, stderr } = await runCommand(["python3", "-c", script, name], { cwd });
	if (stdout === "") throw new Error(stderr);
	return stdout.trim().split("\n").sort();
}

const python = needsServers("python3");

python("Python: a planted error is found, and gone when it is fixed", async () => {
	await using omp = await ompProject({ files: { ...files, "broken.py": 'count: int = "one"\n' } });
	const [broken, , fixed] = await results(omp, [
		lsp({ action: "diagnostics", file: "broken.py" }),
		{ tool: "write", args: { i: "Fix", path: "broken.py", content: "count: int = 1\n" } },
		lsp({ action: "diagnostics", file: "broken.py" }),
	]);
	expect(broken).toContain("1 error(s)");
	expect(broken).toContain(`1:14 [error] [Pyright] Type "Literal['one']" is not assignable to declared type "int"`);
	expect(fixed).toBe("OK");
});

python("Python: references are those of the parser, and a renamed function still type-checks and runs", async () => {
	await using omp = await ompProject({ files });
	const expected = await parsedNames(omp.path, "total");
	expect(expected).toHaveLength(5);
	const [references = "", rename = ""] = await results(omp, [
		lsp({ action: "references", file: "shop/price.py", line: 1, symbol: "total" }),
		lsp({ action: "rename", file: "shop/cart.py", line: 10, symbol: "total", new_name: "sum_of" }),
	]);
	expect(foundPlaces(references).sort()).toEqual(expected);
	expect(rename).toContain("Applied rename:");
	expect(await parsedNames(omp.path, "sum_of")).toHaveLength(5);
	expect(await runCommand(["python3", "main.py"], { cwd: omp.path })).toMatchObject({ stdout: "300 3\n", exitCode: 0 });
	const checked = await runCommand([join(installedPrograms, "pyright")], { cwd: omp.path });
	expect(checked.stdout).toContain("0 errors");
});
