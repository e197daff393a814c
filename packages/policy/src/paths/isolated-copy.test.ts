import { expect, test } from "bun:test";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { writeApproval } from "../files/write-approval.ts";
import { findIsolatedPlace, namesOrigin } from "./isolated-copy.ts";
import { resolvePath } from "./resolve-path.ts";

async function place() {
	const folder = await workspace();
	const root = realpathSync(folder.path);
	const [origin, home] = [join(root, "home/project"), join(root, "home")];
	const copy = join(home, ".omp/wt/t0123abcd0/m");
	for (const each of [join(origin, "src"), join(copy, "src")]) mkdirSync(each, { recursive: true });
	writeFileSync(join(copy, "../owner.json"), JSON.stringify({ repository: origin }));
	symlinkSync(origin, join(home, "link"));
	return { root, origin, home, copy, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("in a copy, paths into the user's project lead into the copy", async () => {
	await using at = await place();
	const base = { cwd: join(at.copy, "src"), home: at.home };
	expect(findIsolatedPlace(base.cwd)).toEqual({ origin: at.origin, copy: at.copy });
	for (const [given, meant] of [
		[`${at.origin}/src/a.ts`, `${at.copy}/src/a.ts`],
		[at.origin, at.copy],
		["~/project/new/b.ts", `${at.copy}/new/b.ts`],
		[`file://${at.origin}/src/a.ts`, `${at.copy}/src/a.ts`],
		[`${at.home}/link/src/a.ts`, `${at.copy}/src/a.ts`],
		["a.ts", `${at.copy}/src/a.ts`],
		[`${at.copy}/x`, `${at.copy}/x`],
		["~/notes.txt", `${at.home}/notes.txt`],
		[`${at.origin}-other/a`, `${at.origin}-other/a`],
	]) {
		expect(resolvePath(given ?? "", base)).toBe(meant ?? "");
	}
	expect(resolvePath(`${at.origin}/a`, { cwd: at.origin, home: at.home })).toBe(`${at.origin}/a`);
});

test("in a copy, writes elsewhere are refused, also through a link", async () => {
	await using at = await place();
	const base = { cwd: at.copy, home: at.home };
	symlinkSync(at.home, join(at.copy, "out"));
	expect(writeApproval([`${at.origin}/src/a.ts`], base)).toBe("write");
	for (const path of ["~/notes.txt", "out/notes.txt", "../owner.json"]) {
		expect(writeApproval([path], base)).toMatchObject({ policy: "deny", reason: expect.stringContaining(at.copy) });
	}
});

test("commands in a copy that name the user's project are recognized", async () => {
	await using at = await place();
	const base = { cwd: at.copy, home: at.home };
	for (const line of [
		`cat ${at.origin}/src/a.ts`,
		`cd ${at.origin} && npm test`,
		`echo x >'${at.origin}'`,
		"sed -i s/a/b/ ~/project/src/a.ts",
		'rm "$HOME/project/a"',
	]) {
		expect(namesOrigin(line, base)).toContain(`You work in a copy of it at ${at.copy}`);
	}
	for (const line of ["npm test", `cat ${at.copy}/src/a.ts`, `ls ${at.origin}-other`, `ls ${at.origin}.bak`]) {
		expect(namesOrigin(line, base)).toBeUndefined();
	}
	expect(namesOrigin(`ls ${at.origin}`, { ...base, cwd: at.origin })).toBeUndefined();
});
