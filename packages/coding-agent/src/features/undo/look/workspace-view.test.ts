import { expect, test } from "bun:test";
import { utimesSync, writeFileSync } from "node:fs";
import { link, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { toBytePath } from "../contract/node-state.ts";
import { defaultLimits } from "../contract/undo-engine.ts";
import { KnownFiles } from "../known/known-files.ts";
import { ContentStore } from "../store/content-store.ts";
import { Keeper } from "./keeper.ts";
import { NotCoveredFiles } from "./not-covered-files.ts";
import { Watches } from "./watches.ts";
import { WorkspaceView } from "./workspace-view.ts";

const ways = ["inotify", "scan"] as const;

async function viewOf(way: (typeof ways)[number], files: Record<string, string>) {
	const project = await workspace(files, { name: "project" });
	const watches = new Watches();
	if (way === "scan") watches.giveUp();
	const base = join(project.path, "..", "store");
	await mkdir(join(base, "contents"), { recursive: true });
	const view = new WorkspaceView({
		known: new KnownFiles(),
		roots: [toBytePath(project.path)],
		gitFolders: [],
		excluded: [],
		keeper: new Keeper(new ContentStore(base, Date.now), defaultLimits),
		watches,
		limits: defaultLimits,
		now: Date.now,
		notCovered: new NotCoveredFiles(),
		onObject: () => {},
		pause: async () => {},
	});
	await view.look({ isFirst: true });
	// Reads the contents of files so young that their times do not tell.
	await view.look({ isWhole: true });
	return {
		project,
		watches,
		look: async () =>
			(await view.look())
				.map(({ path, before, after }) => `${path.slice(project.path.length + 1)} ${before.kind} ${after.kind}`)
				.sort(),
		async [Symbol.asyncDispose]() {
			watches[Symbol.dispose]();
			await project[Symbol.asyncDispose]();
		},
	};
}

test.each(ways)("a folder that was removed and made anew, or moved, is still followed, by %s", async (way) => {
	await using view = await viewOf(way, { "a/x": "1", "b/x": "1", "c/d/x": "1" });
	const { file, write } = view.project;
	expect(await view.look()).toEqual([]);
	await rm(file("a"), { recursive: true });
	await mkdir(file("a"));
	await write("a/x", "2");
	await rename(file("b"), file("a/b"));
	await rename(file("c"), file("e"));
	expect(await view.look()).toEqual([
		"a/b absent folder",
		"a/b/x absent file",
		"a/x file file",
		"b folder absent",
		"b/x file absent",
		"c folder absent",
		"c/d folder absent",
		"c/d/x file absent",
		"e absent folder",
		"e/d absent folder",
		"e/d/x absent file",
	]);
	await write("a/x", "3");
	await write("a/b/x", "3");
	await write("e/d/x", "3");
	expect(await view.look()).toEqual(["a/b/x file file", "a/x file file", "e/d/x file file"]);
});

test.each(ways)(
	"the same size and times do not hide a change, and other names of a file change with it, by %s",
	async (way) => {
		await using view = await viewOf(way, { a: "1", b: "1" });
		const { file } = view.project;
		await link(file("a"), file("twin"));
		expect(await view.look()).toEqual(["twin absent file"]);
		utimesSync(file("b"), 1000, 1000);
		await view.look();
		writeFileSync(file("b"), "2");
		utimesSync(file("b"), 1000, 1000);
		writeFileSync(file("a"), "2");
		expect(await view.look()).toEqual(["a file file", "b file file", "twin file file"]);
	},
);

test("when the system's queue runs over, nothing is lost, and watching goes on", async () => {
	await using view = await viewOf("inotify", { "a/one": "", "a/two": "", "b/x": "" });
	for (let count = 0; count < 10_000; count++) {
		writeFileSync(view.project.file("a/one"), "1");
		writeFileSync(view.project.file("a/two"), "2");
	}
	await view.project.write("b/x", "changed");
	expect(await view.look()).toEqual(["a/one file file", "a/two file file", "b/x file file"]);
	await view.project.write("b/new", "");
	expect(await view.look()).toEqual(["b/new absent file"]);
	expect(view.watches.areOn).toBe(process.platform === "linux");
});
