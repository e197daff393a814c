import { expect, test } from "bun:test";
import { chmod, link, mkdir, rename, rm } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Inotify } from "./inotify.ts";

test.skipIf(process.platform !== "linux")(
	"inotify reports writing, renaming, modes, links and removing by name",
	async () => {
		await using project = await workspace({ a: "1", c: "3", "sub/x": "" });
		using inotify = Inotify.open();
		const watch = inotify?.add(Buffer.from(project.path));
		const names = new Set<string>();
		const drain = () => {
			names.clear();
			return inotify?.drain((of, name) => of === watch && names.add(name));
		};
		await project.write("a", "2");
		expect([drain(), [...names]]).toEqual([true, ["a"]]);
		await rename(project.file("a"), project.file("b"));
		await chmod(project.file("c"), 0o600);
		await mkdir(project.file("new"));
		await link(project.file("c"), project.file("d"));
		expect([drain(), [...names].sort()]).toEqual([true, ["a", "b", "c", "d", "new"]]);
		await rm(project.file("b"));
		await project.write("sub/x", "not watched");
		expect([drain(), [...names]]).toEqual([true, ["b"]]);
		expect(inotify?.add(Buffer.from(project.file("c")))).toBeUndefined();
	},
);
