import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { testProject, treeOf, write } from "../testing/test-project.ts";
import { clearWorkspaces, findWorkspaces, isMount, makeWorkspace } from "./workspaces.ts";

const run = (...command: string[]) => Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;

/** Whether this machine lets us mount; otherwise a fallback is what is tested. */
async function canMount(kind: "overlay" | "tmpfs"): Promise<boolean> {
	await using project = await testProject();
	const [lower, upper, work, target] = ["l", "u", "w", "m"].map((name) => join(project.place.path, name));
	for (const folder of [lower, upper, work, target]) mkdirSync(folder ?? "");
	const options = kind === "overlay" ? `lowerdir=${lower},upperdir=${upper},workdir=${work}` : "size=1m";
	const isMounted = run("mount", "-t", kind, kind, "-o", options, target ?? "");
	if (isMounted) run("umount", target ?? "");
	return isMounted;
}

const mountsOverlays = await canMount("overlay");
const mountsMemory = await canMount("tmpfs");

describe("backends", () => {
	test("an overlay shows the project and keeps changes to itself; without one a copy is made, and said", async () => {
		await using project = await testProject({ ".gitignore": "dist/\n", "a.txt": "a\n", "b/c.txt": "c\n" });
		project.write("dist/out.js", "ignored\n");
		project.write("a.txt", "mine\n");
		const copy = await project.isolate({ mode: "overlayfs" });
		const isOverlay = copy.backend === "overlayfs";
		expect(isOverlay).toBe(mountsOverlays);
		expect(isMount(copy.path)).toBe(isOverlay);
		if (!isOverlay)
			expect(copy.note).toMatch(/^Isolation overlayfs is not available \(.+\); used a .+ copy instead\.$/);
		expect(treeOf(copy.path)).toMatchObject({ "a.txt": "mine\n", "b/c.txt": "c\n" });
		expect(existsSync(join(copy.path, "dist/out.js"))).toBe(isOverlay);
		write(copy.path, "b/c.txt", "theirs\n");
		write(copy.path, "dist/out.js", "theirs\n");
		expect(project.read("b/c.txt")).toBe("c\n");
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["b/c.txt"] });
		expect(project.tree()).toMatchObject({ "a.txt": "mine\n", "b/c.txt": "theirs\n", "dist/out.js": "ignored\n" });
		await copy.discard();
		expect(isMount(copy.path)).toBe(false);
		expect(findWorkspaces(project.base)).toEqual([]);
		expect(Object.keys(project.tree())).toHaveLength(4);
	});

	verifies("agents:isolation:fallback", async () => {
		await using project = await testProject({ "a.txt": "a\n", "b/c.sh": "c\n" });
		const wanted = await project.isolate({ mode: "btrfs" });
		expect(treeOf(wanted.path)).toEqual(project.tree());
		if (wanted.backend === "reflink") expect(wanted.note).toBeUndefined();
		else
			expect(wanted.note).toMatch(
				/^Isolation btrfs is not available \(the file system of .+ has no reflinks\); used a plain copy instead\.$/,
			);
		const any = await project.isolate({ mode: "auto" });
		expect([any.backend, any.note]).toEqual([wanted.backend, undefined]);
		expect(treeOf(any.path)).toEqual(project.tree());
		await Promise.all([wanted.discard(), any.discard()]);
	});

	test("a full disk half-way through leaves nothing, and says what is full", async () => {
		await using project = await testProject({ "big.bin": "x".repeat(3_000_000), "a.txt": "a\n" });
		mkdirSync(project.base);
		const isSmall = mountsMemory && run("mount", "-t", "tmpfs", "tmpfs", "-o", "size=1m", project.base);
		// Without the right to mount a small disk, tar says what it says on a full one.
		const fake = join(project.place.path, "bin");
		write(
			fake,
			"tar",
			'#!/bin/sh\ncat > /dev/null\necho "tar: big.bin: Cannot write: No space left on device" >&2\nexit 2\n',
		);
		chmodSync(join(fake, "tar"), 0o755);
		const env = isSmall ? project.env : { ...project.env, PATH: `${fake}:${process.env.PATH}` };
		try {
			await expect(project.isolate({ env })).rejects.toThrow(
				`the disk is full: no space for the copy in ${project.base}`,
			);
			expect(findWorkspaces(project.base)).toEqual([]);
		} finally {
			if (isSmall) run("umount", project.base);
		}
	});

	test("ignored files come along when they are wanted, and untracked ones stay when they are not", async () => {
		await using project = await testProject({ ".gitignore": "dist/\n", "a.txt": "a\n" });
		project.write("dist/out.js", "ignored\n");
		project.write("new.txt", "new\n");
		const all = await project.isolate({ include: { ignored: true } });
		expect(treeOf(all.path)).toEqual(project.tree());
		const tracked = await project.isolate({ include: { untracked: false } });
		expect(Object.keys(treeOf(tracked.path))).toEqual([".gitignore", "a.txt"]);
		await Promise.all([all.discard(), tracked.discard()]);
	});
});

test.skipIf(!Bun.which("lsattr") || statfsSync(tmpdir()).type !== 0xef53)(
	"on ext4, the folder of workspaces has the attribute that gives each workspace its own region of the disk",
	async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		const copy = await project.isolate();
		const { stdout } = Bun.spawnSync(["lsattr", "-d", project.base]);
		expect(stdout.toString().split(" ")[0]).toContain("T");
		await copy.discard();
	},
);

test("workspaces of omps that have ended are removed, mounts first, and those in use stay", async () => {
	await using project = await testProject({ "a.txt": "a\n" });
	const used = await project.isolate();
	const left = await project.isolate({ mode: "overlayfs" });
	const folder = join(left.path, "..");
	const owner = JSON.parse(await Bun.file(join(folder, "owner.json")).text());
	writeFileSync(join(folder, "owner.json"), JSON.stringify({ ...owner, pid: 2 ** 22 + 1 }));
	const broken = makeWorkspace(project.base, { repository: "", id: "", createdAt: 0 });
	writeFileSync(join(broken, "owner.json"), "{");
	mkdirSync(join(project.base, "somebody's own"));
	await clearWorkspaces(project.base);
	expect(findWorkspaces(project.base).map(({ path }) => path)).toEqual([join(used.path, "..")]);
	expect(existsSync(join(project.base, "somebody's own"))).toBe(true);
	expect(project.tree()).toEqual({ "a.txt": "a\n" });
	await used.discard();
});
