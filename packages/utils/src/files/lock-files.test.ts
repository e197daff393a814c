import { expect, test } from "bun:test";
import { isLockFile, lockFileManifests } from "./lock-files.ts";

test("lock files are known by their name, in any folder, with what they are made from", () => {
	expect(["a/bun.lock", "deno.lock", "x/pdm.lock", "Package.resolved", "toString", "a.lock"].map(isLockFile)).toEqual([
		true,
		true,
		true,
		true,
		false,
		false,
	]);
	expect(lockFileManifests("a/go.sum")).toEqual(["go.mod"]);
});
