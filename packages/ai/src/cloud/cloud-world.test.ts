import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localCloudWorld } from "./cloud-world.ts";

const nothing = () => Promise.reject(new Error("no network here"));

test("cloud world: a missing file or folder is no error", async () => {
	await using project = await workspace({ "there.txt": "here" });
	const world = localCloudWorld({ env: {}, now: () => 0 }, nothing);
	expect(await world.readFile(`${project.path}/there.txt`)).toBe("here");
	expect(await world.readFile(`${project.path}/absent.txt`)).toBeUndefined();
	expect(await world.readFile(`${project.path}/there.txt/absent`)).toBeUndefined();
});

test("cloud world: a command gets the environment and returns its output, or fails with stderr", async () => {
	const world = localCloudWorld({ env: { ...process.env, WHO: "me" }, now: () => 0 }, nothing);
	expect(await world.run("echo for $WHO")).toBe("for me\n");
	await expect(world.run("echo sorry >&2; exit 3")).rejects.toThrow("exit code 3: sorry");
});

test("cloud world: home is the host's, else the environment's", () => {
	const host = { env: { HOME: "/from-env" }, now: () => 0 };
	expect(localCloudWorld(host, nothing).home).toBe("/from-env");
	expect(localCloudWorld({ ...host, home: "/given" }, nothing).home).toBe("/given");
});
