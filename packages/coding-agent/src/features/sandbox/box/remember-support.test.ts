import { expect, test } from "bun:test";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { rememberSupport } from "./remember-support.ts";

const full: BoxSupport = {
	landlock: 7,
	seccomp: true,
	namespaces: true,
	possible: ["mounts", "processes", "network"],
	mechanism: "linux",
};
const none: BoxSupport = { landlock: 0, seccomp: false, namespaces: false, possible: [], mechanism: "none" };

test("support: that a machine holds all is kept, and anything less is tried again", async () => {
	await using folder = await workspace();
	const answers = [none, { ...full, namespaces: false, possible: [] }, full, none];
	const ask = () => rememberSupport(folder.path, () => answers.shift() ?? none).mechanism;
	expect([ask(), ask(), ask(), ask(), ask(), answers.length]).toEqual(["none", "linux", "linux", "linux", "linux", 1]);
});

test("support: a file that says there is no sandbox is not believed", async () => {
	await using folder = await workspace();
	rememberSupport(folder.path, () => full);
	const file = join(folder.path, "sandbox-support.json");
	const { key } = JSON.parse(readFileSync(file, "utf8"));
	writeFileSync(file, JSON.stringify({ key, support: none }));
	expect(rememberSupport(folder.path, () => full)).toEqual(full);
});

test("support: only the user may change what is kept, whatever the umask, and a file of others is not believed", async () => {
	await using folder = await workspace();
	const file = join(folder.path, "sandbox-support.json");
	const umask = process.umask(0);
	try {
		rememberSupport(folder.path, () => full);
	} finally {
		process.umask(umask);
	}
	expect(statSync(file).mode & 0o777).toBe(0o600);
	chmodSync(file, 0o666);
	let asked = 0;
	rememberSupport(folder.path, () => {
		asked++;
		return full;
	});
	expect({ asked, mode: statSync(file).mode & 0o777 }).toEqual({ asked: 1, mode: 0o600 });
});
