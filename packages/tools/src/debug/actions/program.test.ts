import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findRequestedProgram } from "./program.ts";

test("a program is a file, a command line, a module, or a name on PATH", async () => {
	await using project = await workspace({
		"a b.py": "",
		"main.py": "",
		"cmd/main.go": "",
		"outside/bin/tool": "#!/usr/bin/env python3\n",
		"repo/x.py": "",
	});
	await chmod(project.file("outside/bin/tool"), 0o755);
	const find = (requested: string, args: readonly string[] = [], folder = "") => {
		const env = { PATH: project.file("outside/bin") };
		const cwd = folder === "" ? project.path : project.file(folder);
		const { facts, ...rest } = findRequestedProgram(requested, args, { cwd, workspace: { env, home: project.path } });
		return { path: facts.path.replace(`${project.path}/`, ""), fileType: facts.fileType, ...rest };
	};
	expect(find("a b.py")).toEqual({ path: "a b.py", fileType: ".py", args: [] });
	expect(find("~/main.py", ["x"])).toEqual({ path: "main.py", fileType: ".py", args: ["x"] });
	expect(find("python3 -u main.py 'one two'")).toEqual({ path: "main.py", fileType: ".py", args: ["one two"] });
	expect(find("python", ["main.py", "x"])).toEqual({ path: "main.py", fileType: ".py", args: ["x"] });
	expect(find("python3 -m pytest tests", ["-x"])).toMatchObject({ module: "pytest", args: ["tests", "-x"] });
	expect(find("main.py --flag")).toEqual({ path: "main.py", fileType: ".py", args: ["--flag"] });
	expect(find("go run cmd/main.go")).toEqual({ path: "cmd/main.go", fileType: ".go", args: [] });
	expect(find("tool", ["x"], "repo")).toEqual({ path: "outside/bin/tool", fileType: ".py", args: ["x"] });
	expect(() => find("nothing")).toThrow(`program not found: ${project.file("nothing")}`);
});
