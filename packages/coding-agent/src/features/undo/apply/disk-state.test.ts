import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { withoutPrivileges } from "@oh-my-pi/pi-testkit/isolation/without-privileges";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { absent, type BytePath } from "../contract/node-state.ts";
import { blockingParent, changeTime, diskState } from "./disk-state.ts";

test("what lies in a folder that may not be entered counts as not there, and is no error", async () => {
	await using project = await workspace({ "build/out/a": "a" });
	const keeper = { keep: () => ({ reason: "absent" }) } as unknown as Parameters<typeof diskState>[1];
	chmodSync(project.file("build"), 0);
	await withoutPrivileges(project.path, async () => {
		for (const name of ["build/out", "build/out/a"]) {
			const path = project.file(name) as BytePath;
			expect([changeTime(path), diskState(path, keeper)]).toEqual([undefined, absent]);
		}
		expect(blockingParent(project.file("build/out/a") as BytePath)).toBe(project.file("build") as BytePath);
	});
	chmodSync(project.file("build"), 0o700);
});
