import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testProject } from "../testing/test-project.ts";
import { copyDependencies } from "./dependency-folders.ts";

test("a copy has the dependencies that git ignores, and says what it lacks", async () => {
	await using project = await testProject({
		".gitignore": "node_modules\ndist/\n.venv/\n",
		"index.js": "module.exports = require('dep');\n",
		"packages/a/package.json": "{}\n",
	});
	project.write("node_modules/dep/index.js", "module.exports = 42;\n");
	symlinkSync("dep", join(project.root, "node_modules/alias"));
	project.write("packages/a/node_modules/inner/index.js", "module.exports = 1;\n");
	project.write("dist/out.js", "old\n");
	project.write(".venv/lib.py", "x = 1\n");
	const copy = await project.isolate();
	expect(copy.ignored).toEqual({
		present: [".venv", "node_modules", "packages/a/node_modules"],
		missing: ["dist"],
	});
	const { stdout } = Bun.spawnSync([process.execPath, "-e", "console.log(require('./'), require('alias'))"], {
		cwd: copy.path,
	});
	expect(stdout.toString()).toBe("42 42\n");
	// What is changed in them stays in the copy, and is not part of the result.
	writeFileSync(join(copy.path, "node_modules/dep/index.js"), "module.exports = 43;\n");
	writeFileSync(join(copy.path, "new.txt"), "new\n");
	expect(project.read("node_modules/dep/index.js")).toBe("module.exports = 42;\n");
	expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["new.txt"] });
	expect(project.read("node_modules/dep/index.js")).toBe("module.exports = 42;\n");
	await copy.discard();
});

test("dependencies that are too large, or only a link, are left out as a whole", async () => {
	await using project = await testProject({ ".gitignore": "node_modules\nvendor\n" });
	project.write("node_modules/big.bin", "x".repeat(300_000));
	project.write("elsewhere/a.js", "1\n");
	symlinkSync(join(project.root, "elsewhere"), join(project.root, "vendor"));
	const target = project.place.file("target");
	mkdirSync(target);
	const options = { backend: "rcopy", env: project.env } as const;
	const ignored = ["node_modules", "vendor"];
	expect(await copyDependencies(project.root, target, ignored, { ...options, maxKilobytes: 100 })).toEqual({
		present: [],
		missing: ["node_modules", "vendor"],
	});
	expect(existsSync(join(target, "node_modules"))).toBe(false);
	expect(await copyDependencies(project.root, target, ignored, options)).toEqual({
		present: ["node_modules"],
		missing: ["vendor"],
	});
	expect(readFileSync(join(target, "node_modules/big.bin"), "utf8")).toHaveLength(300_000);
});
