import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { delivered, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";

const program = join(import.meta.dir, "../../../node_modules/acpx/dist/cli.js");

/** Each call starts acpx and omp, and the last one waits until acpx lets go of omp. */
const timeoutMs = 60_000;

/** A client that others wrote. It keeps omp running between prompts for a second. */
function acpx(omp: OmpProject, ...args: readonly string[]) {
	const agent = [...omp.command, "acp"].join(" ");
	return runCommand([process.execPath, program, "--agent", agent, "--cwd", omp.path, "--ttl", "1", ...args], {
		cwd: omp.path,
		env: omp.env,
	});
}

describe("acpx", () => {
	test(
		"a tool call, a permission that is given, and one that is not",
		async () => {
			await using omp = await ompProject({
				files: { "a.txt": "hello file\n" },
				replies: [
					toolCall("read", { i: "look", path: "a.txt" }),
					text("It says hello file."),
					toolCall("bash", { i: "run", command: "echo one > one; cat one" }),
					text("It ran."),
					toolCall("bash", { i: "run", command: "echo two > two" }),
					text("It was denied."),
				],
			});
			const read = await acpx(omp, "exec", "What is in a.txt?");
			expect(read.stdout).toMatch(
				/read: a\.txt \(completed\)[\s\S]*hello file[\s\S]*It says hello file\.[\s\S]*end_turn/,
			);
			const allowed = await acpx(omp, "--approve-all", "exec", "Run it");
			expect(allowed.stdout).toMatch(/\(completed\)[\s\S]*one[\s\S]*It ran\./);
			const denied = await acpx(omp, "--deny-all", "exec", "Run the other");
			expect(denied.stdout).toMatch(/\(failed\)[\s\S]*It was denied\./);
			const made = ["one", "two"].map((name) => Bun.file(omp.files.file(name)).exists());
			expect(await Promise.all(made)).toEqual([true, false]);
		},
		timeoutMs,
	);

	test(
		"a write that acpx denies is not done, and one that it approves is",
		async () => {
			const write = toolCall("write", { i: "w", path: "made.txt", content: "made\n" });
			await using omp = await ompProject({ replies: [write, text("It was denied."), write, text("It is made.")] });
			await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: auto }\n");
			const denied = await acpx(omp, "--deny-all", "exec", "Make it");
			expect(denied.stdout).toMatch(/\(failed\)[\s\S]*It was denied\./);
			expect(JSON.stringify(omp.model.requests[1])).toContain("Permission denied for fs/write_text_file");
			expect(await Bun.file(omp.files.file("made.txt")).exists()).toBe(false);
			const allowed = await acpx(omp, "--approve-all", "exec", "Make it");
			expect(allowed.stdout).toMatch(/\(completed\)[\s\S]*It is made\./);
			expect(await omp.files.read("made.txt")).toBe("made\n");
		},
		timeoutMs,
	);

	test(
		"a session without a message takes its first prompt in another omp",
		async () => {
			await using omp = await ompProject({ replies: [text("Here I am.")] });
			const opened = await acpx(omp, "sessions", "new");
			await until(async () => (await locks(omp)).length === 0 || undefined, { timeoutMs: 15_000 });
			const first = await acpx(omp, "prompt", "Are you there?");
			expect(first.stderr).not.toContain("Unsupported ACP session");
			expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Here I am.") });
			// It is the session that was opened, not one in its place.
			const [[header] = []] = await omp.sessions();
			expect(opened.stdout).toContain(String(header?.id));
			await acpx(omp, "sessions", "close");
		},
		timeoutMs,
	);

	test(
		"a session goes on after a cancel, and in another omp",
		async () => {
			await using omp = await ompProject({
				replies: [
					text("First."),
					delivered(stalled(text("A long answer that never ends."), 4), { chunkChars: 3 }),
					text("After the cancel."),
					text("In another one."),
				],
			});
			await acpx(omp, "sessions", "new");
			expect((await acpx(omp, "prompt", "One")).stdout).toContain("First.");
			const long = acpx(omp, "prompt", "Talk for long");
			await until(() => omp.model.requests.length === 2 || undefined);
			await acpx(omp, "cancel");
			expect((await long).stdout).toContain("cancelled");
			expect((await acpx(omp, "prompt", "Still there?")).stdout).toContain("After the cancel.");
			// The lock goes with the omp that acpx kept.
			await until(async () => (await locks(omp)).length === 0 || undefined, { timeoutMs: 15_000 });
			const later = await acpx(omp, "prompt", "And now?");
			expect(later.stdout).toContain("session/resume");
			expect(later.stdout).toContain("In another one.");
			expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Still there?");
			await acpx(omp, "sessions", "close");
		},
		timeoutMs,
	);
});

async function locks(omp: OmpProject): Promise<string[]> {
	return Array.fromAsync(new Bun.Glob("sessions/**/*.lock*").scan({ cwd: omp.agentDir, dot: true }));
}
