import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const runs = (command: string) => toolCall("bash", { i: "Running", command });
const writes = (path: string, content: string) => toolCall("write", { i: "Writing", path, content });
const yolo = ["-p", "--auto-approve"];

const contentOf = (omp: OmpProject, path: string) => readFile(omp.files.file(path), "utf8");

verifies("sessions:undo:after-restart", async () => {
	await using omp = await ompProject({
		replies: [writes("new/b.txt", "two\n"), runs("rm a.txt; echo 3 > c.txt"), text("Done.")],
	});
	await omp.files.write("a.txt", "one\n");
	await omp.run([...yolo, "go"]);
	expect(existsSync(omp.files.file("a.txt"))).toBe(false);
	const list = await omp.run(["undo", "list", "--json"]);
	expect(JSON.parse(list.stdout)).toMatchObject({
		turns: [
			{
				number: 1,
				prompt: "go",
				changes: expect.arrayContaining([
					expect.objectContaining({
						path: omp.files.file("new/b.txt"),
						change: "created",
						tool: "write",
						isUndone: false,
					}),
					expect.objectContaining({ path: omp.files.file("a.txt"), change: "deleted", tool: "bash", isUndone: false }),
				]),
			},
		],
	});
	expect((await omp.run(["undo", "diff"])).stdout).toContain("--- a/a.txt\n+++ /dev/null\n");
	const dry = await omp.run(["undo", "apply", "--dry-run"]);
	expect(dry.stdout).toContain(`create ${omp.files.file("a.txt")}`);
	expect(existsSync(omp.files.file("a.txt"))).toBe(false);
	const applied = await omp.run(["undo", "apply"]);
	expect(applied).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Took back \d files/) });
	expect(await contentOf(omp, "a.txt")).toBe("one\n");
	expect(existsSync(omp.files.file("new"))).toBe(false);
	expect(existsSync(omp.files.file("c.txt"))).toBe(false);
	expect((await omp.run(["undo", "redo"])).exitCode).toBe(0);
	expect(await contentOf(omp, "new/b.txt")).toBe("two\n");
	expect(existsSync(omp.files.file("a.txt"))).toBe(false);
	expect((await omp.run(["undo", "redo"])).stdout).toBe("There is nothing to put back.\n");
});

verifies("sessions:undo:keeps-own-changes", async () => {
	await using omp = await ompProject({
		replies: [runs("sed -i 's/^two$/TWO/' a.txt; echo agent > b.txt"), text("Done.")],
	});
	const lines = ["one", "two", "three", "four", "five", "six", ""];
	await omp.files.write("a.txt", lines.join("\n"));
	await omp.files.write("b.txt", "mine\n");
	await omp.run([...yolo, "go"]);
	// The user goes on working: another line of one file, the same line of the other.
	await omp.files.write("a.txt", lines.join("\n").replace("two", "TWO").replace("five", "FIVE"));
	await omp.files.write("b.txt", "mine again\n");
	const { stdout, exitCode } = await omp.run(["undo", "apply"]);
	expect(exitCode).toBe(1);
	expect(stdout).toContain("Took back 1 file (1 merged with your own changes): a.txt.");
	expect(stdout).toContain("Left alone: b.txt, the same lines were changed since");
	expect(await contentOf(omp, "a.txt")).toBe(lines.join("\n").replace("five", "FIVE"));
	expect(await contentOf(omp, "b.txt")).toBe("mine again\n");
});

verifies("sessions:undo:rpc", async () => {
	await using omp = await ompProject({
		replies: [
			toolCalls(
				{ name: "write", arguments: { i: "One", path: "a.txt", content: "a\n" } },
				{ name: "write", arguments: { i: "Two", path: "b.txt", content: "b\n" } },
			),
			text("Done."),
			text("Noted."),
		],
	});
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	expect(await host.frame({ type: "files_changed" })).toMatchObject({
		count: 2,
		files: [
			{ path: omp.files.file("a.txt"), change: "created" },
			{ path: omp.files.file("b.txt"), change: "created" },
		],
	});
	await host.frame({ type: "agent_end" });
	const changes = await host.ask({ id: "l", type: "get_file_changes" });
	const { turns } = changes.data as { turns: Array<{ changes: Array<{ tool: string; calls: string[] }> }> };
	const written = turns[0]?.changes ?? [];
	expect(written.map(({ tool }) => tool)).toEqual(["write", "write"]);
	const one = await host.ask({ id: "u", type: "undo", callIds: written[0]?.calls });
	expect(one.data).toMatchObject({ applied: true, changed: [omp.files.file("a.txt")], conflicts: [] });
	expect([existsSync(omp.files.file("a.txt")), existsSync(omp.files.file("b.txt"))]).toEqual([false, true]);
	expect((await host.ask({ id: "d", type: "undo", dryRun: true })).data).toMatchObject({ applied: false });
	expect((await host.ask({ id: "u2", type: "undo" })).data).toMatchObject({ changed: [omp.files.file("b.txt")] });
	expect((await host.ask({ id: "r", type: "redo" })).data).toMatchObject({ applied: true });
	await until(() => existsSync(omp.files.file("b.txt")));
	await host.ask({ id: "q", type: "prompt", message: "and now?" });
	await until(() => omp.model.requests.length === 3);
	expect(JSON.stringify(omp.model.requests[2])).toContain("The user took back changes that you made to files");
});

test("the model cannot undo: no tool does it, and /undo in its text is text", async () => {
	await using omp = await ompProject({ replies: [writes("a.txt", "a\n"), text("/undo")] });
	await omp.run([...yolo, "go"]);
	expect(existsSync(omp.files.file("a.txt"))).toBe(true);
	const tools = (omp.model.requests[0]?.tools ?? []) as ReadonlyArray<{ name?: string }>;
	expect(tools.filter(({ name }) => name?.includes("undo"))).toEqual([]);
});

verifies("sessions:undo:subagents", async () => {
	await using omp = await ompProject({
		replies: [
			toolCall("task", {
				i: "Delegating",
				agent: "task",
				tasks: [{ id: "One", description: "write", assignment: "write it" }],
			}),
			writes("sub.txt", "by the sub-agent\n"),
			toolCall("yield", { data: "done" }),
			text("Done."),
		],
	});
	await omp.run([...yolo, "go"]);
	expect(existsSync(omp.files.file("sub.txt"))).toBe(true);
	expect(await omp.run(["undo", "apply"])).toMatchObject({ exitCode: 0 });
	expect(existsSync(omp.files.file("sub.txt"))).toBe(false);
});

test("undo is off: nothing is kept, and the commands say so", async () => {
	await using omp = await ompProject({ replies: [writes("a.txt", "a\n"), text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", "undo: { enabled: false }\n");
	await omp.run([...yolo, "go"]);
	expect(existsSync(join(omp.agentDir, "undo"))).toBe(false);
});

test("a session that is kept nowhere leaves no record of files either", async () => {
	await using omp = await ompProject({ replies: [writes("a.txt", "a\n"), text("Done.")] });
	await omp.run([...yolo, "--no-session", "go"]);
	expect(existsSync(join(omp.agentDir, "undo"))).toBe(false);
});

test("what a background job changes while the turn goes on is taken back with the turn", async () => {
	await using omp = await ompProject({
		replies: [
			toolCall("bash", { i: "Building", command: "sleep 1; echo built > a.txt", async: true }),
			toolCall("job", { i: "Waiting", poll: ["bg_1"] }),
			text("Done."),
		],
	});
	await omp.files.write("a.txt", "one\n");
	const { stdout } = await omp.run([...yolo, "go"]);
	expect(stdout).toContain("Done.");
	expect(await contentOf(omp, "a.txt")).toBe("built\n");
	expect((await omp.run(["undo", "apply"])).exitCode).toBe(0);
	expect(await contentOf(omp, "a.txt")).toBe("one\n");
});

test("a session that is open can be listed by another process, and is taken back only where it is open", async () => {
	await using omp = await ompProject({ replies: [writes("a.txt", "two\n"), text("Done.")] });
	await omp.files.write("a.txt", "one\n");
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "agent_end" });
	expect((await omp.run(["undo"])).stdout).toContain("a.txt");
	const refused = await omp.run(["undo", "apply"]);
	expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("is open in another omp (process ")]);
	expect(await contentOf(omp, "a.txt")).toBe("two\n");
});
