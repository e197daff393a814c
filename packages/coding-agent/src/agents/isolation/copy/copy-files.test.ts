import { expect, test } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

test("copying ends with an omp that is killed", async () => {
	await using place = await workspace({ "from/a.txt": "a\n" });
	mkdirSync(place.file("to"));
	await place.write("bin/tar", '#!/bin/sh\necho $$ >> "$PIDS"\nexec sleep 1000\n');
	chmodSync(place.file("bin/tar"), 0o755);
	const module = Bun.resolveSync("./copy-files.ts", import.meta.dir);
	await place.write(
		"main.ts",
		`import { copyFiles } from ${JSON.stringify(module)};
process.env.PATH = process.env.PATH ?? "";
await copyFiles(process.cwd() + "/from", process.cwd() + "/to", ["a.txt"], process.env);`,
	);
	const env = { ...process.env, PATH: `${place.file("bin")}:${process.env.PATH}`, PIDS: place.file("pids") };
	const parent = Bun.spawn([process.execPath, "main.ts"], { cwd: place.path, env, stdout: "ignore", stderr: "ignore" });
	const pids = async () =>
		(
			await Bun.file(place.file("pids"))
				.text()
				.catch(() => "")
		)
			.trim()
			.split("\n")
			.filter(Boolean)
			.map(Number);
	await until(async () => (await pids()).length === 2);
	const started = await pids();
	// A child may write before the guardian has been told of it.
	await Bun.sleep(300);
	parent.kill("SIGKILL");
	await until(() => started.every((pid) => !isAlive(pid)));
	expect(started).toHaveLength(2);
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
