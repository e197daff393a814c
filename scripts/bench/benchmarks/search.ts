import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localRipgrep, type Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { localFinder } from "@oh-my-pi/pi-tools/files/open/file-finder";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { findTool } from "@oh-my-pi/pi-tools/find/find";
import { searchTool } from "@oh-my-pi/pi-tools/search/search";
import type { Benchmark, Figure } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const words = "alpha beta gamma delta function return const import export needle class value error result".split(" ");
const times = 9;

/** `search` and `find` in a tree of 100,000 files, each beside a bare ripgrep that does the same walk. */
export const search: Benchmark = {
	name: "search",
	async run(bench) {
		const root = join(bench.scratch, "tree");
		await plantTree(root);
		const ripgrep = localRipgrep({ searchPath: bench.env.PATH });
		const shared = { cwd: () => root, home: bench.scratch, now: () => performance.now() };
		const display = { hashlineEdits: true, hashLines: true, lineNumbers: false };
		const searching = searchTool({
			...shared,
			ripgrep,
			snapshots: new SnapshotStore(),
			display,
			contextBefore: 1,
			contextAfter: 3,
		});
		const finding = findTool({ ...shared, finder: localFinder() });
		const find = (path: string) => () => runTool(finding, { path });
		return [
			...(await compare(
				"search, rare word",
				() => runTool(searching, { pattern: "special_token" }),
				bare(ripgrep, root, "special_token"),
			)),
			...(await compare(
				"search, common words",
				() => runTool(searching, { pattern: "needle function" }),
				bare(ripgrep, root, "needle function"),
			)),
			...(await compare("find, 2,000 of 100,000", find("**/file7.*"), bare(ripgrep, root, "--files"))),
			...(await compare("find, all 100,000", find("**/*"), bare(ripgrep, root, "--files"))),
		];
	},
};

/** What such a file says in most projects. */
const ignored =
	"logs *.log npm-debug.log* *.pid coverage *.lcov build/Release node_modules/ *.tsbuildinfo .npm .env .env.* !.env.example dist .cache/ /out .DS_Store *.swp *~";

async function plantTree(root: string): Promise<void> {
	// Bare ripgrep minds ignore files in repositories only.
	await mkdir(join(root, ".git"), { recursive: true });
	await writeFile(join(root, ".gitignore"), `${ignored.replaceAll(" ", "\n")}\n`);
	for (let folder = 0; folder < 2000; folder++) {
		const path = join(root, `pkg${folder % 100}`, `mod${Math.floor(folder / 100)}`);
		await mkdir(path, { recursive: true });
		const writes = Array.from({ length: 50 }, (_, index) => {
			const lines = Array.from(
				{ length: 60 },
				(_, line) =>
					`${words[(line * 7 + index * 3 + folder) % words.length]} ${words[(line * 3 + index) % words.length]} ${line}`,
			);
			if (folder % 100 === 0 && index === 0) lines.push("the special_token is here");
			return writeFile(join(path, `file${index}.${["ts", "js", "md", "txt", "py"][index % 5]}`), lines.join("\n"));
		});
		await Promise.all(writes);
	}
}

function bare(ripgrep: Ripgrep, cwd: string, argument: string): () => Promise<unknown> {
	const { signal } = new AbortController();
	return () => ripgrep.run([argument, ...(argument === "--files" ? [] : ["."])], { cwd, signal, onData: () => {} });
}

/** In turns, so that whatever else the machine does falls on both. */
async function compare(name: string, ours: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<Figure[]> {
	const ourMs: number[] = [];
	const theirMs: number[] = [];
	for (let count = 0; count <= times; count++) {
		const [our, their] = [await timed(ours), await timed(theirs)];
		// The first ones warm the file cache.
		if (count === 0) continue;
		ourMs.push(our);
		theirMs.push(their);
	}
	const theirMedian = median(theirMs);
	return [
		{ name, value: median(ourMs), unit: "ms", limit: Math.round(theirMedian * 1.15 + 10) },
		{ name: `${name}, bare rg`, value: theirMedian, unit: "ms" },
	];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}
