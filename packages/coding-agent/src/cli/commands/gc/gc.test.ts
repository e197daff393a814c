import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { runCommandIn } from "../../testing/run-command-in.ts";
import { gc } from "./gc.ts";

verifies("cli:sub:gc", async () => {
	await using omp = await ompProject({
		replies: [text("One."), text("Two."), text("Three."), stalled(text("in use"))],
	});
	await omp.run(["-p", `one blob:sha256:${"a".repeat(64)}`]);
	await omp.run(["-p", "two"]);
	await omp.run(["-p", "three"]);
	const busy = Bun.spawn([...omp.command, "-p", "-c", "four"], {
		cwd: omp.path,
		env: omp.env,
		stdout: "ignore",
		stderr: "ignore",
	});
	await until(() => omp.model.requests.length === 4);
	const files = (await readdir(join(omp.agentDir, "sessions"), { recursive: true }))
		.filter((name) => name.endsWith(".jsonl"))
		.map((name) => join(omp.agentDir, "sessions", name))
		.sort();
	for (const file of files) await utimes(file, 1, 1);
	for (const letter of ["a", "b"]) {
		await omp.home.write(`.omp/agent/blobs/${letter.repeat(64)}`, "pixels");
		await utimes(join(omp.agentDir, "blobs", letter.repeat(64)), 1, 1);
	}
	const everything = ["--retain-newest-global", "0", "--retain-newest-per-cwd", "1"];
	const dry = await omp.run(["gc", ...everything]);
	expect(dry.stdout).toContain("Would remove 1 unreferenced files");
	expect(dry.stdout).toEndWith("Dry run: nothing was changed. Add --apply to do it.\n");
	expect(files.every(existsSync)).toBe(true);
	const { stdout } = await omp.run([
		"gc",
		"--apply",
		"--json",
		"--archive",
		"--blobs",
		"--retain-newest-global=0",
		"--retain-newest-per-cwd=0",
	]);
	const report = JSON.parse(stdout);
	expect(report.archive.sessions).toHaveLength(2);
	expect(report.blobs.files).toEqual([join(omp.agentDir, "blobs", "b".repeat(64))]);
	// Keeps the session in use, and the image of an archived session.
	expect(files.map(existsSync)).toEqual([false, false, true]);
	expect(await readdir(join(omp.agentDir, "blobs"))).toEqual(["a".repeat(64)]);
	busy.kill();
	await busy.exited;
	omp.model.script(text("Again."));
	const again = await omp.run(["-p", "--resume", report.archive.sessions[0], "go on"]);
	expect(again).toMatchObject({ stdout: "Again.\n", exitCode: 0 });
});

verifies("sessions:blob:gc", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	const unused = "c".repeat(64);
	await omp.home.write(`.omp/agent/blobs/${unused}`, "pixels");
	await utimes(join(omp.agentDir, "blobs", unused), 1, 1);
	const left = () => readdir(join(omp.agentDir, "blobs"));
	for (const args of [["-p", "one"], ["-p", "-c", "two"], ["sessions", "list"], ["sessions", "verify"], ["gc"]]) {
		await omp.run(args);
		expect([args, await left()]).toEqual([args, [unused]]);
	}
	await omp.run(["gc", "--apply"]);
	expect(await left()).toEqual([]);
});

test("gc: write-ahead logs are checkpointed, and an invalid number is rejected", async () => {
	await using omp = await ompProject();
	const database = omp.home.file(".omp/agent/agent.db");
	// Killed before it could checkpoint.
	const script = `const {Database}=require("bun:sqlite");const d=new Database(${JSON.stringify(database)});d.run("PRAGMA journal_mode=WAL");d.run("CREATE TABLE x(y)");process.kill(process.pid,"SIGKILL")`;
	await runCommand([process.execPath, "-e", script]);
	expect(existsSync(`${database}-wal`)).toBe(true);
	expect((await omp.run(["gc", "--wal"])).stdout).toContain("Would write back 1 database logs");
	expect((await omp.run(["gc", "--wal", "--apply"])).stdout).toContain("Wrote back 1 database logs");
	expect((await omp.run(["gc", "--wal"])).stdout).toContain("Would write back 0 database logs");
	await expect(runCommandIn(gc, ["--cold-archive-after-days", "soon"])).rejects.toThrow(
		'--cold-archive-after-days must be a whole number; got "soon"',
	);
});
