import { expect } from "bun:test";
import { readdirSync, renameSync, utimesSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Breadcrumbs, terminalId } from "@oh-my-pi/pi-session/resume/breadcrumbs";
import { FileStorage } from "@oh-my-pi/pi-session/storage/file-storage";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const terminal = { TMUX_PANE: "%7" };

/** All session files, oldest first. */
function files(omp: OmpProject): string[] {
	const root = join(omp.agentDir, "sessions");
	const names = readdirSync(root, { recursive: true }).map(String);
	return names
		.filter((name) => name.endsWith(".jsonl"))
		.sort((a, b) => (a.split("/").at(-1) ?? "").localeCompare(b.split("/").at(-1) ?? ""))
		.map((name) => join(root, name));
}

/** The breadcrumb that an interactive omp writes. */
function leaveBreadcrumb(omp: OmpProject, cwd: string, file: string): void {
	const storage = new FileStorage({ now: () => 0 });
	new Breadcrumbs(storage, omp.agentDir).leave(terminalId(undefined, terminal) ?? "", { cwd, file, fresh: false });
}

const replies = Array.from({ length: 6 }, (_, index) => text(`Reply ${index}.`));

verifies(
	"sessions:resume:continue",
	async () => {
		await using omp = await ompProject({ replies, files: { "here/x": "", "elsewhere/x": "" } });
		const here = join(omp.path, "here");
		await omp.run(["-p", "one"], { cwd: here });
		await omp.run(["-p", "two"], { cwd: here });
		const [first = "", second = ""] = files(omp);
		leaveBreadcrumb(omp, here, first);
		await omp.run(["-p", "-c", "what the terminal showed"], { cwd: here, env: terminal });
		expect(await readFile(first, "utf8")).toContain("what the terminal showed");
		utimesSync(first, 1_000_000, 1_000_000);
		await omp.run(["-p", "-c", "the newest"], { cwd: here });
		expect(await readFile(second, "utf8")).toContain("the newest");

		renameSync(here, join(omp.path, "moved"));
		const moved = join(omp.path, "moved");
		await omp.run(["-p", "-c", "after the move"], { cwd: moved, env: terminal });
		const found = await Promise.all(files(omp).map((file) => readFile(file, "utf8")));
		const rooted = found.find((content) => content.includes("after the move")) ?? "";
		expect(rooted).toContain("what the terminal showed");
		expect(JSON.parse(rooted.split("\n")[0] ?? "")).toMatchObject({ cwd: moved });
		expect(found).toHaveLength(2);
	},
	30_000,
);

verifies(
	"sessions:resume:subagent-log",
	async () => {
		await using omp = await ompProject({ replies });
		await omp.run(["-p", "one"]);
		await omp.run(["-p", "two"]);
		const [first = ""] = files(omp);
		const folder = first.slice(0, -".jsonl".length);
		const header = { type: "session", version: 3, id: "x", timestamp: "2026-11-15T00:00:00.000Z", cwd: omp.path };
		await Bun.write(join(folder, "Alpha.jsonl"), `${JSON.stringify(header)}\n`);
		await Bun.write(join(folder, "Alpha/Beta.jsonl"), `${JSON.stringify(header)}\n`);
		for (const log of ["Alpha.jsonl", "Alpha/Beta.jsonl"]) {
			leaveBreadcrumb(omp, omp.path, join(folder, log));
			await omp.run(["-p", "-c", `after ${log}`], { env: terminal });
			expect(await readFile(first, "utf8")).toContain(`after ${log}`);
		}
	},
	30_000,
);

verifies(
	"sessions:resume:other-project",
	async () => {
		await using omp = await ompProject({ replies, files: { "one/x": "", "two/x": "", "gone/x": "" } });
		const [one, two, gone] = [join(omp.path, "one"), join(omp.path, "two"), join(omp.path, "gone")] as const;
		await omp.run(["-p", "about owls"], { cwd: one });
		await omp.run(["-p", "about otters"], { cwd: gone });
		const headers = async () => (await omp.sessions()).map(([header]) => header ?? {});
		const known = await headers();
		const [owls, otters] = [one, gone].map((cwd) => known.find((header) => header.cwd === cwd));
		const id = ({ id: whole }: Record<string, unknown> = {}) => String(whole);
		const resume = (wanted: string) =>
			ptyRun([...omp.command, "--resume", wanted], { cols: 100, rows: 30, cwd: two, env: omp.env });

		const declined = resume(id(owls));
		await declined.waitFor("Fork into", { timeoutMs: 10_000 });
		declined.type("n\r");
		await declined.exit;
		expect(await headers()).toHaveLength(2);

		await using forked = resume(id(owls));
		await forked.waitFor("Fork into", { timeoutMs: 10_000 });
		forked.type("y\r");
		await forked.waitFor("about owls", { timeoutMs: 10_000 });
		expect(await headers()).toContainEqual(expect.objectContaining({ parentSession: id(owls), cwd: two }));

		renameSync(gone, join(omp.path, "renamed"));
		await using moved = resume(id(otters));
		await moved.waitFor("no longer exists", { timeoutMs: 10_000 });
		moved.type("y\r");
		await moved.waitFor("about otters", { timeoutMs: 10_000 });
		expect(await headers()).toContainEqual(expect.objectContaining({ id: id(otters), cwd: two }));
	},
	60_000,
);
