import { expect, test } from "bun:test";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { InnerNames } from "../policy/inner-names.ts";
import { InnerFiles } from "./inner-files.ts";

const files = {
	"project/packages/x/.env": "A=1\n",
	"project/packages/x/.env.local": "B=1\n",
	"project/packages/x/.env.example": "A=\n",
	"project/packages/x/.vscode/tasks.json": "{}\n",
	"project/vendor/lib/.git/config": "[core]\n",
	"project/vendor/lib/.git/hooks/pre-commit": "mine\n",
	"project/vendor/lib/.git/hooks/push.sample": "sample\n",
	"project/node_modules/a/.env": "not looked at\n",
	"outside/.env": "of somebody else\n",
};

async function project() {
	const folder = await workspace(files);
	const names = new InnerNames(Date.now, { maxFolders: 1000, maxFiles: 100, maxMs: 10_000 });
	const at = (name: string) => join(folder.path, "project", name);
	return {
		at,
		names,
		guard: () => {
			const guard = new InnerFiles(at(""), names, {
				takenTo: join(folder.path, "taken"),
				takeExpected: () => false,
				isBusy: () => false,
			});
			guard.adopt();
			return guard;
		},
		write(name: string, text: string) {
			mkdirSync(dirname(at(name)), { recursive: true });
			writeFileSync(at(name), text);
		},
		outside: join(folder.path, "outside"),
		[Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
	};
}

test("inner files: what was in a subfolder is put back when a command changes, replaces or deletes it", async () => {
	await using here = await project();
	const guard = here.guard();
	here.write("packages/x/.env", "PATH=/evil\n");
	rmSync(here.at("packages/x/.env.local"));
	rmSync(here.at("packages/x/.vscode/tasks.json"));
	symlinkSync("/etc/passwd", here.at("packages/x/.vscode/tasks.json"));
	here.write("packages/x/.env.example", "A=changed\n");
	here.write("vendor/lib/.git/config", "[core]\n\tfsmonitor = evil\n");
	here.write("vendor/lib/.git/hooks/pre-commit", "evil\n");
	const lines = guard.compare();
	expect(lines).toHaveLength(5);
	expect(lines.map((line) => line.replace(/; what it was.*/, ""))).toContain(
		`The sandbox put back ${here.at("packages/x/.env")}, which decides what runs later`,
	);
	for (const name of ["packages/x/.env", "packages/x/.env.local", "packages/x/.vscode/tasks.json"])
		expect(readFileSync(here.at(name), "utf8")).toBe(files[`project/${name}` as keyof typeof files]);
	expect(readFileSync(here.at("vendor/lib/.git/config"), "utf8")).toBe("[core]\n");
	expect(readFileSync(here.at("vendor/lib/.git/hooks/pre-commit"), "utf8")).toBe("mine\n");
	expect(readFileSync(here.at("packages/x/.env.example"), "utf8")).toBe("A=changed\n");
});

test("inner files: a new hook of a repository is taken away, and a new repository keeps its own", async () => {
	await using here = await project();
	const guard = here.guard();
	here.write("vendor/lib/.git/hooks/post-checkout", "evil\n");
	here.write("vendor/lib/.git/hooks/other.sample", "sample\n");
	here.write("vendor/new/.git/config", "[core]\n");
	here.write("packages/y/.env", "A=1\n");
	expect(guard.compare().map((line) => line.replace(/; it is now .*/, ""))).toEqual([
		`The sandbox took away ${here.at("vendor/lib/.git/hooks/post-checkout")}, which decides what runs later`,
	]);
	expect(existsSync(here.at("vendor/lib/.git/hooks/post-checkout"))).toBe(false);
	for (const name of ["vendor/lib/.git/hooks/other.sample", "vendor/new/.git/config", "packages/y/.env"])
		expect(existsSync(here.at(name))).toBe(true);
});

test("inner files: a folder may be renamed or removed with what is in it", async () => {
	await using here = await project();
	const guard = here.guard();
	renameSync(here.at("packages/x"), here.at("packages/y"));
	rmSync(here.at("vendor"), { recursive: true });
	expect(guard.compare()).toEqual([]);
	expect(existsSync(here.at("packages/x"))).toBe(false);
});

test("inner files: a link in the place of a folder does not lead its files elsewhere", async () => {
	await using here = await project();
	const guard = here.guard();
	rmSync(here.at("packages/x"), { recursive: true });
	symlinkSync(here.outside, here.at("packages/x"));
	expect(guard.compare()).toEqual([]);
	expect(readFileSync(join(here.outside, ".env"), "utf8")).toBe("of somebody else\n");
	expect(lstatSync(here.at("packages/x")).isSymbolicLink()).toBe(true);
});

test("inner names: without time nothing is read, and what is known stays known", async () => {
	await using here = await project();
	expect(new InnerNames(Date.now, { maxFolders: 1000, maxFiles: 100, maxMs: 0 }).find(here.at(""))).toEqual({
		files: [],
		repositories: [],
	});
	const first = here.names.find(here.at(""));
	expect(first.repositories).toEqual([here.at("vendor/lib/.git")]);
	expect(first.files.map(({ name }) => name).sort()).toEqual([".env", ".env.local", "config", "tasks.json"]);
	here.write("packages/x/deeper/.envrc", "x\n");
	expect(here.names.find(here.at("")).files).toHaveLength(5);
});

test("inner files: new repositories, by whatever name git finds them, run no programs", async () => {
	await using here = await project();
	const guard = here.guard();
	const evil = "[core]\n\tbare = false\n\tfsmonitor = evil\n";
	here.write("made/.git/HEAD", "ref: refs/heads/main\n");
	here.write("made/.git/config", evil);
	here.write("made/.git/commondir", "../../evil\n");
	here.write("made/.git/hooks/post-checkout", "evil\n");
	here.write("bare/HEAD", "ref: refs/heads/main\n");
	here.write("bare/config", evil);
	for (const name of ["objects", "refs"]) mkdirSync(here.at(`bare/${name}`));
	here.write("linked/.git", "gitdir: ../hidden\n");
	here.write("hidden/config", evil);
	here.write("vendor/lib/.git/commondir", "../../evil\n");
	expect(
		guard
			.compare()
			.map((line) => /The sandbox (took .*?)(?:,|; it)/.exec(line)?.[1])
			.sort(),
	).toEqual(
		[
			...["made/.git", "bare", "hidden"].map((git) => `took core.fsmonitor out of ${here.at(git)}/config`),
			`took away ${here.at("made/.git/commondir")}`,
			`took away ${here.at("made/.git/hooks/post-checkout")}`,
			`took away ${here.at("vendor/lib/.git/commondir")}`,
		].sort(),
	);
	expect(guard.compare()).toEqual([]);
	here.write("hidden/config", evil);
	expect(guard.compare()).toHaveLength(1);
});

test("inner files: a repository that is moved keeps its hooks and settings", async () => {
	await using here = await project();
	const guard = here.guard();
	renameSync(here.at("vendor/lib"), here.at("vendor/other"));
	expect(guard.compare()).toEqual([]);
	expect(readFileSync(here.at("vendor/other/.git/hooks/pre-commit"), "utf8")).toBe("mine\n");
});
