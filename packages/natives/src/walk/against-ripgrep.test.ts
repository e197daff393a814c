import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localRipgrep } from "../ripgrep/ripgrep.ts";
import { walkArgs } from "../ripgrep/walk-args.ts";
import type { WalkScope } from "./folder-walk.ts";
import { listFiles } from "./list-files.ts";

const ripgrep = localRipgrep({});
const { signal } = new AbortController();

const names = "a b ab a.log b.log .x é a\u00a0b x-y [z] !bang #hash build src {q} c,d A *star back\\slash".split(" ");
const folders = ["", "a/", "a/b/", "src/", "build/", "é/"];
const ignoreNames = [".gitignore", ".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];
/** Without `[!a]`: ripgrep lets it match a slash, git and we do not. */
const pieces = [
	..."a b * ** ? [ab] [a-c] {a,b} {a,**} \\ / / / .log . x é build src ! # [] [-a] [a-] - ] { } , **/ /** /**/ *.log".split(
		" ",
	),
	...["\\#", "\\!", "\\ ", "[\\a]", " ", "\r"],
];

async function randomTree(random: Random): Promise<Workspace> {
	const project = await workspace(Object.fromEntries(folders.map((folder) => [`${folder}file`, ""])));
	for (let count = 0; count < 60; count++) {
		await write(project, Array.from({ length: 1 + random.below(4) }, () => random.pick(names)).join("/"), "");
	}
	return project;
}

/** If a file is in the way of a folder or vice versa, the first stays. Returns whether it was written. */
function write(project: Workspace, path: string, text: string): Promise<boolean> {
	return project.write(path, text).then(
		() => true,
		() => false,
	);
}

/** Returns a function that removes them. */
async function writeIgnoreFiles(project: Workspace, random: Random): Promise<() => Promise<void>> {
	const written: string[] = [];
	for (let count = random.below(4); count >= 0; count--) {
		const path = random.pick(folders) + random.pick(ignoreNames);
		const lines = Array.from({ length: 1 + random.below(4) }, () => randomLine(random));
		const text = `${random.oneIn(9) ? "\ufeff" : ""}${lines.join("\n")}\n`;
		if (await write(project, path, text)) written.push(path);
	}
	return async () => {
		for (const path of written) await rm(project.file(path), { force: true });
	};
}

function randomLine(random: Random): string {
	return Array.from({ length: 1 + random.below(5) }, () => random.pick(pieces)).join("");
}

async function listed(scope: WalkScope): Promise<string[]> {
	const found: string[] = [];
	await listFiles(scope, { signal, onPaths: (paths) => found.push(...paths) });
	return found.sort();
}

async function listedByRipgrep({ root, rules }: WalkScope): Promise<string[]> {
	const chunks: Uint8Array[] = [];
	const onData = (bytes: Uint8Array) => chunks.push(bytes);
	await ripgrep.run(["--files", "--null", ...walkArgs(rules)], { cwd: root, signal, onData });
	return Buffer.concat(chunks).toString().split("\0").filter(Boolean).sort();
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
	"whatever ignore files say, a walk sees what ripgrep sees (trees %i)",
	async (seed) => {
		const random = seeded(seed);
		await using project = await randomTree(random);
		for (let count = 0; count < 40; count++) {
			const remove = await writeIgnoreFiles(project, random);
			const root = project.file(random.pick(["", "", "a", "src"])).replace(/\/$/, "");
			const scope = { root, rules: { hidden: !random.oneIn(3), respectIgnore: true, nodeModules: false } };
			expect(await listed(scope)).toEqual(await listedByRipgrep(scope));
			await remove();
		}
	},
);
