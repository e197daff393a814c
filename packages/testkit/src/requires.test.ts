import { expect, test } from "bun:test";
import { join } from "node:path";
import debianPackages from "./debian-packages.json";
import { planTest } from "./requires.ts";
import { runCommand } from "./run-command.ts";
import { workspace } from "./workspace.ts";

test("requires: an available program runs the test", () => {
	expect(planTest({ present: true, requireAll: true, what: "tmux on PATH" })).toEqual({ kind: "run" });
});

test("requires: a missing program skips the test and is named", () => {
	expect(planTest({ present: false, requireAll: false, what: "tmux on PATH" })).toEqual({
		kind: "skip",
		reason: "needs tmux on PATH",
	});
});

test("requires: a missing program fails the test where everything is required", () => {
	expect(planTest({ present: false, requireAll: true, what: "tmux on PATH" })).toEqual({
		kind: "fail",
		reason: "needs tmux on PATH, and OMP_TEST_REQUIRE_ALL=1 allows no skipping",
	});
});

test("requires: the test runner sees the skip, and the failure under OMP_TEST_REQUIRE_ALL=1", async () => {
	await using project = await workspace({
		"needy.test.ts": `
			import { requires } from ${JSON.stringify(join(import.meta.dir, "requires.ts"))};
			requires("no-such-program-here")("uses it", () => {});
		`,
	});
	const run = (env: Record<string, string>) =>
		runCommand([process.execPath, "test", "needy.test.ts"], { cwd: project.path, env: { ...process.env, ...env } });
	const lenient = await run({ OMP_TEST_REQUIRE_ALL: "0" });
	expect(lenient.stderr).toContain("uses it (needs no-such-program-here on PATH)");
	expect(lenient.exitCode).toBe(0);
	const strict = await run({ OMP_TEST_REQUIRE_ALL: "1" });
	expect(strict.stderr).toContain("OMP_TEST_REQUIRE_ALL=1 allows no skipping");
	expect(strict.exitCode).toBe(1);
});

test("requires: each program that a test names has a package for .ci/run to install, and each package is needed", async () => {
	const root = join(import.meta.dir, "../../..");
	const named = new Set<string>();
	for (const folder of ["packages", "test", "scripts"]) {
		for await (const file of new Bun.Glob("**/*.ts").scan(join(root, folder))) {
			if (file.includes("node_modules/") || file === "testkit/src/requires.test.ts") continue;
			const source = await Bun.file(join(root, folder, file)).text();
			for (const [, programs = ""] of source.matchAll(/\b(?:requires|needsServers)\(\s*((?:"[^"]*"(?:,\s*)?)+)\)/g)) {
				for (const [, program = ""] of programs.matchAll(/"([^"]*)"/g)) named.add(program);
			}
		}
	}
	expect([...named].sort()).toEqual(Object.keys(debianPackages).sort());
});
