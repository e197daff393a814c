import { describe, expect } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verificationName, verifies } from "@oh-my-pi/pi-testkit/verifies";
import { answerCalls, run, runCalls } from "./in-sandbox.ts";

const install = run("echo x > ~/installed.txt; cat ~/installed.txt", { outside: "It installs a tool for you" });

const executable = (name: string) => (omp: { readonly path: string }) =>
	void Bun.spawnSync(["chmod", "+x", join(omp.path, name)]);

describe("leaving the sandbox", () => {
	verifies("sandbox:leave:asked-in-every-mode", async () => {
		for (const mode of ["yolo", "auto", "write", "always-ask"]) {
			const { asked, results } = await answerCalls([install], { args: ["--approval-mode", mode] });
			expect([mode, asked]).toEqual([
				mode,
				[
					"Allow tool: bash\nReason: Leaves the sandbox: It installs a tool for you\nCommand: echo x > ~/installed.txt; cat ~/installed.txt",
				],
			]);
			expect(results[0]).toStartWith("x\n");
		}
		await using nobody = await runCalls([install], { args: ["--yolo"] });
		expect(nobody.results[0]).toContain("Ignored `outside`");
		expect(nobody.results[0]).toContain("Nobody can be asked in this run");
		expect(existsSync(join(nobody.omp.home.path, "installed.txt"))).toBe(false);
	});

	verifies("sandbox:leave:allowed-for-longer", async () => {
		const deploy = { files: { "deploy.sh": "echo x > ~/pushed && echo pushed\n" }, before: executable("deploy.sh") };
		const git = run("./deploy.sh", { outside: "It needs the keys" });
		const config = 'sandbox: { outside: ["./deploy.sh"] }\n';
		const { asked, results } = await answerCalls([git], { ...deploy, config, args: ["--approval-mode", "yolo"] });
		expect(asked).toEqual([]);
		expect(results[0]).toStartWith("pushed\n");
	});
});

describe("approvals with the sandbox", () => {
	const unknown = run("./build.sh");
	const files = { "build.sh": "#!/bin/sh\necho built > out.txt; umask 022\n" };
	const code = toolCall("eval", { cells: [{ language: "py", code: "print(6 * 7)" }] });

	requires("python3")(verificationName("sandbox:approvals:inside-unasked"), async () => {
		for (const mode of ["auto", "write"]) {
			const { asked, results } = await answerCalls([unknown, code], {
				files,
				before: executable("build.sh"),
				args: ["--approval-mode", mode],
			});
			expect([mode, asked]).toEqual([mode, []]);
			expect(results[1]).toContain("42");
		}
		const strict = await answerCalls([unknown, code], {
			files,
			before: executable("build.sh"),
			args: ["--approval-mode", "always-ask"],
		});
		expect(strict.asked).toHaveLength(2);
		const without = await answerCalls([unknown, code], {
			files,
			before: executable("build.sh"),
			args: ["--approval-mode", "write", "--sandbox", "off"],
		});
		expect(without.asked).toHaveLength(2);
	});

	verifies("sandbox:approvals:auto-and-write", async () => {
		const lose = run("rm work.txt");
		const before = async (omp: { readonly path: string }) =>
			void Bun.spawnSync(["git", "init", "-q"], { cwd: omp.path });
		const options = { files: { "work.txt": "unsaved\n" }, before };
		const auto = await answerCalls([lose], { ...options, args: ["--approval-mode", "auto"] });
		const write = await answerCalls([lose], { ...options, args: ["--approval-mode", "write"] });
		expect([auto.asked, write.asked.map((title) => /Work would be lost: \S+/.exec(title)?.[0])]).toEqual([
			[],
			["Work would be lost: work.txt"],
		]);
	});
});
