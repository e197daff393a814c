import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

interface Block {
	readonly type: string;
	readonly content?: string | ReadonlyArray<{ readonly text?: string }>;
}

verifies(
	"cli:sub:read",
	async () => {
		const targets = ["notes.txt", "notes.txt:2-3", "notes.txt:raw", ".", "omp://settings.md:1-5", "gone.txt"];
		await using omp = await ompProject({
			files: { "notes.txt": Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n") },
			replies: [...targets.map((path) => toolCall("read", { i: "Reading", path })), text("Done.")],
		});
		await omp.run(["-p", "read it all"]);
		const messages = (omp.model.requests.at(-1)?.messages ?? []) as Array<{ content: Block[] }>;
		const results = messages
			.flatMap(({ content }) => content)
			.filter(({ type }) => type === "tool_result")
			.map(({ content = "" }) => (typeof content === "string" ? content : content.map((part) => part.text).join("\n")));
		expect(results).toHaveLength(targets.length);
		for (const [index, target] of targets.entries()) {
			const { stdout, stderr, exitCode } = await omp.run(["read", target]);
			const isMissing = target === "gone.txt";
			expect([target, (isMissing ? stderr : stdout).trimEnd(), exitCode]).toEqual([
				target,
				`${isMissing ? "Error: " : ""}${results[index]?.trimEnd()}`,
				isMissing ? 1 : 0,
			]);
		}
		expect((await omp.run(["read"])).stderr).toStartWith("error: Expected one target\nUSAGE\n");
	},
	20_000,
);

verifies(
	"cli:sub:grep",
	async () => {
		await using omp = await ompProject({
			files: {
				"a.ts": "one\nneedle 1\nthree\n",
				"lib/b.ts": "needle 2\nneedle 3\n",
				"lib/c.md": "needle 4\n",
				"hidden/d.ts": "needle 5\n",
				".gitignore": "hidden\n",
			},
		});
		const found = async (...args: string[]) => {
			const { stdout, stderr, exitCode } = await omp.run(["grep", ...args]);
			return [stdout, stderr.replace(/\d+ ms/, "N ms"), exitCode];
		};
		const everywhere = "4 matching lines in 3 files, N ms\n";
		expect(await found("needle", "-c")).toEqual(["./a.ts:1\n./lib/b.ts:2\n./lib/c.md:1\n", everywhere, 0]);
		expect(await found("needle", "-f", "-l", "1")).toEqual([
			"./a.ts\n",
			"4 matching lines in 3 files, 1 files shown, N ms\n",
			0,
		]);
		expect(await found("needle [23]", "lib", "-g", "*.ts")).toEqual([
			"lib/b.ts:1:needle 2\nlib/b.ts:2:needle 3\n",
			"2 matching lines in 1 files, N ms\n",
			0,
		]);
		expect((await found("needle", "a.ts", "-C", "1"))[0]).toBe("a.ts-1-one\na.ts:2:needle 1\na.ts-3-three\n");
		expect((await found("needle", "--no-gitignore", "-f"))[0]).toContain("hidden/d.ts");
		expect(await found("nowhere")).toEqual(["", "0 matching lines in 0 files, N ms\n", 1]);
		expect((await omp.run(["grep", "("])).stderr).toContain("unclosed group");
		expect((await omp.run(["grep", "x", "gone"])).stderr).toContain("Path not found");
		expect((await omp.run(["grep", "x", "-C", "many"])).exitCode).toBe(2);
	},
	20_000,
);

verifies(
	"cli:sub:shell",
	async () => {
		await using omp = await ompProject({ files: { "sub/file.txt": "" } });
		await using terminal = ptyRun([...omp.command, "shell", "-t", "60000"], { cwd: omp.path, env: omp.env });
		await terminal.waitFor(/\$$/m);
		terminal.type("export GREETING=hello; cd sub\r");
		await terminal.waitFor(/omp sub \$$/m);
		// Variables and cwd persist, provider keys are not passed.
		terminal.type('echo "$GREETING $(ls) [$ACME_KEY]"\r');
		await terminal.waitFor("hello file.txt []");
		terminal.type("(exit 7)\r");
		await terminal.waitFor(/omp sub \[7\] \$$/m);
		terminal.type("sleep 600\r");
		await terminal.waitFor("sleep 600");
		await Bun.sleep(200);
		terminal.type("\x03");
		await terminal.waitFor("stopped");
		terminal.type("true\r");
		await terminal.waitFor(/omp sub \$$/m);
		terminal.type("exit\r");
		expect(await terminal.exit).toEqual({ code: 0, signal: null });
		const piped = await omp.run(["shell"]);
		expect([piped.stderr, piped.exitCode]).toEqual(["Error: omp shell needs a terminal; use sh -c in scripts.\n", 1]);
	},
	20_000,
);

test("omp shell kills a command at its timeout", async () => {
	await using omp = await ompProject();
	await using terminal = ptyRun([...omp.command, "shell", "-t", "300", "-C", "."], { cwd: omp.path, env: omp.env });
	await terminal.waitFor(/\$$/m);
	terminal.type("sleep 600\r");
	await terminal.waitFor("stopped after 300 ms");
	terminal.type("\x04");
	expect(await terminal.exit).toEqual({ code: 130, signal: null });
}, 30_000);
