import { expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localFinder } from "../files/open/file-finder.ts";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { findTool } from "../find/find.ts";
import { searchTool } from "./search.ts";

const ripgrep = localRipgrep({});
const home = "/home/nobody";

const folders = ["", "src/", "src/lib/", "src/lib/deep/", "docs/", ".config/", "build/", "a b/", "ünï/", "logs/"];
const names = [
	"main.ts",
	"index.js",
	"notes.md",
	".env",
	"out.log",
	"data.bin",
	"wide.txt",
	"odd[1].ts",
	"#hash",
	"!bang",
	"tmp~",
];
const ignores = [
	"*.log",
	"build/",
	"/docs/*.md",
	"!keep.log\n!src/lib/out.log",
	"**/deep",
	"*.ts\n*.js\n!main.ts",
	"a b/",
	"\\#hash",
	"\\!bang",
	"# a comment\n\n*~",
	"src/**/index.js",
	"[a-m]*.md",
];

function contentFrom(random: (below: number) => number, name: string): Uint8Array {
	const words = ["needle", "hay", "Needle here", "needles\r", "  needle  ", "straw", "ünïcode needle"];
	const text = Array.from({ length: random(12) }, () => words[random(words.length)]).join("\n");
	const kind = random(8);
	if (name === "data.bin") return new Uint8Array([...Buffer.from(text), 0, 255, 10]);
	if (kind === 0) return new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
	if (kind === 1) return new Uint8Array([...Buffer.from(text), 0x0a, 0xe9, 0xff, 0x0a]);
	if (kind === 2) return Buffer.from(`\ufeff${text}\n`);
	return Buffer.from(text);
}

async function randomTree(seed: number): Promise<Workspace> {
	const { below: random } = seeded(seed);
	const project = await workspace();
	await project.git("init", "--quiet");
	for (let count = 0; count < 60; count++) {
		const path = `${folders[random(folders.length)]}${names[random(names.length)]}`;
		await project.write(path, contentFrom(random, path.slice(path.lastIndexOf("/") + 1)));
	}
	for (const folder of ["", "src/", "src/lib/", ".config/"]) {
		const lines = Array.from({ length: random(4) }, () => ignores[random(ignores.length)]);
		if (lines.length > 0) await project.write(`${folder}.gitignore`, `${lines.join("\n")}\n`);
	}
	for (const [link, target] of [
		["src/loop", ".."],
		["docs/self", "self"],
		["link.ts", "src/main.ts"],
		["dangling", "nowhere"],
	] as const) {
		await mkdir(dirname(project.file(link)), { recursive: true });
		await symlink(target, project.file(link)).catch(() => {});
	}
	return project;
}

function searchFiles(project: Workspace, pattern: string, path = ".") {
	const display = { hashlineEdits: false, hashLines: false, lineNumbers: false };
	const tool = searchTool({
		cwd: () => project.path,
		home,
		ripgrep,
		snapshots: new SnapshotStore(),
		display,
		contextBefore: 0,
		contextAfter: 0,
	});
	return runToolWith(tool, { pattern, path, output_mode: "content" });
}

async function findFiles(project: Workspace, path: string): Promise<string[]> {
	const tool = findTool({ cwd: () => project.path, home, now: () => 0, finder: localFinder() });
	const { details } = await runTool(tool, { path });
	return (details?.files ?? []).filter((file) => !file.endsWith("/")).sort();
}

const seeds = Array.from({ length: 8 }, (_, index) => index + 1);

test.each(seeds)("find lists what git would not ignore, links aside (tree %i)", async (seed) => {
	await using project = await randomTree(seed);
	const listed = await project.git("ls-files", "--others", "--exclude-standard", "-z");
	const links = new Set(["src/loop", "docs/self", "link.ts", "dangling"]);
	const expected = listed.split("\0").filter((path) => path !== "" && !links.has(path));
	expect(await findFiles(project, "**/*")).toEqual(expected.sort());
});

requires("rg")("search and find agree with a ripgrep of the system", async () => {
	for (const seed of seeds) {
		await using project = await randomTree(seed);
		const bare = async (...args: string[]) => {
			const command = ["rg", "--no-config", "--hidden", "--no-require-git", "--glob=!.git", "--null", ...args];
			const { stdout } = await runCommand(command, { cwd: project.path });
			return stdout.split("\0").filter(Boolean).sort();
		};
		expect(await findFiles(project, "**/*")).toEqual(await bare("--files"));
		for (const pattern of ["needle", "^needle$", "^hay", "ï", "\\bneedle\\b", "e{2}dle"]) {
			const { details } = await searchFiles(project, pattern);
			expect([pattern, details?.fileCount]).toEqual([pattern, (await bare("-l", pattern)).length]);
			expect(details?.files).toEqual((await bare("-l", pattern)).slice(0, 20));
		}
	}
});

test.each(seeds)("search finds what reading every file finds (tree %i)", async (seed) => {
	await using project = await randomTree(seed);
	const expected: Record<string, number> = {};
	for (const path of await findFiles(project, "**/*")) {
		const count = matchingLines(await Bun.file(project.file(path)).bytes());
		if (count > 0) expected[path] = count;
	}
	const { details } = await searchFiles(project, "needle");
	expect(details?.fileCount).toBe(Object.keys(expected).length);
	expect(Object.fromEntries((details?.fileMatches ?? []).map(({ path, count }) => [path, count]))).toEqual(
		Object.fromEntries(Object.entries(expected).sort().slice(0, 20)),
	);
});

/** By the rules of ripgrep: UTF-16 by its mark, and nothing of a file with NUL. */
function matchingLines(bytes: Uint8Array): number {
	const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
	if (!isWide && bytes.includes(0)) return 0;
	const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
	return text.split("\n").filter((line) => line.includes("needle")).length;
}

test.each(["*.ts", "src/**/*.{js,md}", "docs/*", "**/deep/**", ".config/**", "a b/*", "ünï/*.ts", "**/#hash"])(
	"searching the glob %s searches the files that find gives for it",
	async (glob) => {
		await using project = await randomTree(3);
		const inFound: string[] = [];
		for (const path of await findFiles(project, glob)) {
			if (matchingLines(await Bun.file(project.file(path)).bytes()) > 0) inFound.push(path);
		}
		const { details } = await searchFiles(project, "needle", glob).catch(() => ({ details: { files: [] } }));
		expect(details?.files).toEqual(inFound);
	},
);
