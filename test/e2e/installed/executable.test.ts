import { beforeAll, expect, test } from "bun:test";
import { chmod, copyFile, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { hostRelease, makingMs } from "../host-release.ts";
import { machine } from "./machine.ts";
import { smokeTest } from "./smoke.ts";

beforeAll(async () => void (await hostRelease()), makingMs);

test("executable: copied alone to another place it works", async () => {
	await using user = await machine();
	const { executable } = await hostRelease();
	const omp = user.files.file("alone");
	await copyFile(executable, omp);
	await chmod(omp, 0o755);
	await smokeTest([omp], user);
}, 60_000);

test("executable: does not know where its sources were", async () => {
	const { executable } = await hostRelease();
	const content = (await readFile(executable)).toString("latin1");
	// Bun keeps embedded files below /$bunfs/root/<name of the executable>.
	expect(content.replaceAll("$bunfs/root/", "").includes(resolve(import.meta.dir, "../../.."))).toBe(false);
});
