import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { FileGuard } from "./file-guard.ts";

async function project() {
	const folder = await workspace();
	const path = join(folder.path, "project");
	mkdirSync(join(path, ".git/hooks"), { recursive: true });
	writeFileSync(join(path, ".git/config"), "[core]\n");
	const takenTo = join(folder.path, "taken");
	mkdirSync(takenTo);
	return {
		at: (name: string) => join(path, name),
		guard: (isAllHeld: boolean) =>
			new FileGuard({ folders: [path], isHeld: () => isAllHeld, takenTo, copiesTo: takenTo }),
		[Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
	};
}

test("file guard: a file that decides what runs later is taken away when a command makes it, and named", async () => {
	await using here = await project();
	const guard = here.guard(true);
	writeFileSync(here.at(".env"), "PATH=/evil");
	mkdirSync(here.at(".github/workflows"), { recursive: true });
	writeFileSync(here.at(".github/workflows/ci.yml"), "on: push");
	writeFileSync(here.at("index.ts"), "");
	const lines = guard.end();
	expect(lines.map((line) => line.replace(/; it is now .*/, ""))).toEqual([
		`The sandbox took away ${here.at(".env")}, which decides what runs later`,
		`The sandbox took away ${here.at(".github/workflows")}, which decides what runs later`,
	]);
	expect([".env", ".github/workflows", "index.ts"].map((name) => existsSync(here.at(name)))).toEqual([
		false,
		false,
		true,
	]);
	const kept = /it is now (.*)$/.exec(lines[0] ?? "")?.[1] ?? "";
	expect(readFileSync(kept, "utf8")).toBe("PATH=/evil");
});

test("file guard: without the kernel's help, what was changed, renamed or deleted is put back", async () => {
	await using here = await project();
	mkdirSync(here.at(".omp"));
	writeFileSync(here.at(".omp/config.yml"), "mine");
	const guard = here.guard(false);
	writeFileSync(here.at(".git/config"), "[core]\n\tfsmonitor = evil\n");
	writeFileSync(here.at(".git/hooks/pre-commit"), "evil");
	renameSync(here.at(".omp"), here.at("other"));
	expect(guard.end()).toEqual([
		`The sandbox put back ${here.at(".omp")}, which decides what runs later`,
		`The sandbox put back ${here.at(".git/hooks")}, which decides what runs later`,
		`The sandbox put back ${here.at(".git/config")}, which decides what runs later`,
	]);
	expect(readFileSync(here.at(".git/config"), "utf8")).toBe("[core]\n");
	expect(existsSync(here.at(".git/hooks/pre-commit"))).toBe(false);
	expect(readFileSync(here.at(".omp/config.yml"), "utf8")).toBe("mine");
});

test("file guard: a new repository keeps its own files, and no hooks but samples", async () => {
	await using here = await project();
	rmSync(here.at(".git"), { recursive: true });
	const guard = here.guard(true);
	mkdirSync(here.at(".git/hooks"), { recursive: true });
	writeFileSync(here.at(".git/config"), "[core]\n");
	writeFileSync(here.at(".git/hooks/pre-commit.sample"), "");
	writeFileSync(here.at(".git/hooks/post-checkout"), "evil");
	expect(guard.end()).toHaveLength(1);
	expect(
		[".git/config", ".git/hooks/pre-commit.sample", ".git/hooks/post-checkout"].map((name) =>
			existsSync(here.at(name)),
		),
	).toEqual([true, true, false]);
});

test("file guard: nothing is said of a command that leaves everything alone", async () => {
	await using here = await project();
	const guard = here.guard(false);
	writeFileSync(here.at("a.txt"), "");
	expect(guard.end()).toEqual([]);
});
