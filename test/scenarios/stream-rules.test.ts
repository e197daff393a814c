import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const files = {
	".git/HEAD": "",
	".omp/rules/no-lodash.md": "---\ncondition: lodash\n---\nUse plain JavaScript.",
	".omp/rules/no-any.md": "---\ncondition: ':\\s*any\\b'\nscope: 'tool:write(*.ts)'\n---\nName the type.",
};

describe("stream rules", () => {
	test("a stream that starts to break a rule is stopped, and nothing of it is sent again", async () => {
		await using omp = await ompProject({
			files,
			replies: [
				// The rest never comes.
				stalled(delivered(text(`First we install lodash and then ${"more words ".repeat(20)}`), { chunkChars: 7 }), 6),
				text("Done with plain code."),
			],
		});
		const { stdout, stderr, exitCode } = await omp.run(["-p", "--mode", "json", "go"]);
		expect([stderr, exitCode]).toEqual(["", 0]);
		const events = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events.filter(({ type }) => type === "ttsr_triggered")).toMatchObject([{ rules: [{ name: "no-lodash" }] }]);
		expect(JSON.stringify(omp.model.requests[0]?.system)).not.toContain("plain JavaScript");
		const again = JSON.stringify(omp.model.requests[1]?.messages);
		expect(again).toContain("Use plain JavaScript.");
		expect(again).not.toContain("First we install");
	}, 30_000);

	test("a file is not written when what would be in it breaks a rule", async () => {
		await using omp = await ompProject({
			files,
			replies: [
				delivered(toolCall("write", { i: "Writing", path: "a.ts", content: "const x: any = 1;\n" }), { chunkChars: 5 }),
				toolCall("write", { i: "Writing", path: "a.go", content: "// x: any\n" }),
				text("ok"),
			],
		});
		await omp.run(["-p", "--yolo", "go"]);
		expect(await Bun.file(omp.files.file("a.ts")).exists()).toBe(false);
		expect(await omp.files.read("a.go")).toBe("// x: any\n");
		const again = JSON.stringify(omp.model.requests[1]?.messages);
		expect(again).toContain("Name the type.");
		expect(again).not.toContain("const x");
		expect(omp.model.requests).toHaveLength(3);
	}, 30_000);

	verifies(
		"rules-skills-commands:ttsr:restored-on-resume",
		async () => {
			await using omp = await ompProject({ files, replies: [text("lodash"), text("ok"), text("lodash once more")] });
			await omp.run(["-p", "go"]);
			const { stdout } = await omp.run(["-p", "--continue", "and now?"]);
			expect(stdout).toBe("lodash once more\n");
			expect(omp.model.requests).toHaveLength(3);
			const resumed = JSON.stringify(omp.model.requests[2]?.messages);
			expect(resumed.split("Use plain JavaScript.")).toHaveLength(2);
		},
		20_000,
	);

	verifies(
		"rules-skills-commands:rule:disabled",
		async () => {
			await using omp = await ompProject({ files, replies: [text("lodash"), text("lodash")] });
			await omp.home.write(".omp/agent/config.yml", "ttsr:\n  disabledRules: [no-lodash]\n");
			expect((await omp.run(["-p", "go"])).stdout).toBe("lodash\n");
			await omp.home.write(".omp/agent/config.yml", 'disabledExtensions: ["rule:no-lodash"]\n');
			expect((await omp.run(["-p", "go"])).stdout).toBe("lodash\n");
		},
		20_000,
	);

	verifies(
		"rules-skills-commands:ttsr:event-and-notice",
		async () => {
			const replies = [text("First we install lodash."), text("Done with plain code.")];
			await using omp = await ompProject({ files, replies });
			await omp.home.write(
				".omp/agent/extensions/listen.ts",
				`import { writeFileSync } from "node:fs";
				export default (pi) => pi.on("ttsr_triggered", ({ rules }) =>
					writeFileSync(${JSON.stringify(omp.home.file("seen"))}, rules.map(({ name }) => name).join()));`,
			);
			await using terminal = ptyRun([...omp.command, "--model", "acme/a-1"], { cwd: omp.path, env: omp.env });
			await terminal.waitFor("Acme One");
			terminal.type("go\r");
			await terminal.waitFor("Done with plain code.");
			await until(() => terminal.history().includes("Stopped by rule no-lodash"));
			expect(terminal.history()).not.toContain("Rule applied");
			expect(terminal.screen()).not.toMatch(/error|aborted|TTSR/i);
			expect(await omp.home.read("seen")).toBe("no-lodash");
		},
		30_000,
	);

	test("rpc: one agent_end, after the reply that counts", async () => {
		await using omp = await ompProject({ files, replies: [text("lodash"), text("ok")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "agent_end" });
		const types = host.frames.map(({ type }) => type);
		expect(types.filter((type) => type === "agent_end")).toHaveLength(1);
		expect(types.indexOf("ttsr_triggered")).toBeGreaterThan(0);
		expect(omp.model.requests).toHaveLength(2);
	}, 30_000);
});
