import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

function sessionFile(omp: OmpProject): string {
	const root = join(omp.agentDir, "sessions");
	return join(
		root,
		readdirSync(root, { recursive: true })
			.map(String)
			.find((name) => name.endsWith(".jsonl")) ?? "",
	);
}

verifies(
	"sessions:load:damaged-header",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		await omp.run(["-p", "remember xyzzy"]);
		const file = sessionFile(omp);
		writeFileSync(file, `{"type":"sess\n${readFileSync(file, "utf8").split("\n").slice(1).join("\n")}`);
		const verified = await omp.run(["sessions", "verify"]);
		expect(verified.exitCode).toBe(1);
		expect(verified.stdout).toContain("1 sessions checked, 1 with problems");
		expect(verified.stdout).toContain(file);
		const continued = await omp.run(["-p", "-c", "and now?"]);
		expect(continued).toMatchObject({ exitCode: 0, stdout: "Two.\n" });
		expect(continued.stderr).toContain(`The last session cannot be read and was skipped: ${file}`);
		expect(continued.stderr).toContain(`omp sessions repair ${file}`);
		expect((await omp.run(["sessions", "repair", file])).exitCode).toBe(0);
		expect((await omp.run(["-p", "--resume", file, "once more"])).stderr).toBe("");
		expect(JSON.stringify(omp.model.requests[2])).toContain("remember xyzzy");
	},
	30_000,
);

test("a pipe in place of a session file is skipped, and refused when named", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	await omp.run(["-p", "one"]);
	const file = sessionFile(omp);
	renameSync(file, `${file}.away`);
	expect(Bun.spawnSync(["mkfifo", file]).exitCode).toBe(0);
	expect(await omp.run(["-p", "-c", "two"])).toMatchObject({ exitCode: 0, stdout: "Two.\n" });
	for (const args of [
		["--resume", file],
		["--fork", file],
	]) {
		const { exitCode, stderr } = await omp.run(["-p", ...args, "three"]);
		expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Not a session file")]);
	}
	expect((await omp.run(["sessions", "verify", file])).exitCode).toBe(1);
	expect((await omp.run(["--export", file])).exitCode).toBe(1);
}, 30_000);

test("in a removed folder omp says so in one line", async () => {
	await using omp = await ompProject();
	const folder = join(omp.path, "gone");
	mkdirSync(folder);
	const script = `cd ${folder} && rmdir ${folder} && exec "$@"`;
	const child = Bun.spawn(["sh", "-c", script, "sh", ...omp.command, "-p", "hi"], {
		cwd: omp.path,
		env: omp.env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const [stderr, code] = [await new Response(child.stderr).text(), await child.exited];
	expect([stderr, code]).toEqual([
		"The current folder no longer exists. Change to another one and start omp again.\n",
		1,
	]);
});
