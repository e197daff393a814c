import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const system = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.system);

describe("discovery", () => {
	test("config root, agent folder and profile move by their variables; .pi is read and never written", async () => {
		await using omp = await ompProject({
			files: { ".git/HEAD": "" },
			replies: Array.from({ length: 4 }, () => text("ok")),
		});
		const models = await omp.home.read(".omp/agent/models.yml");
		const places = {
			".omp/agent": {},
			".elsewhere/agent": { PI_CONFIG_DIR: ".elsewhere" },
			"own/agent": { PI_CODING_AGENT_DIR: omp.home.file("own/agent") },
			".omp/profiles/work/agent": { OMP_PROFILE: "work", PI_PROFILE: "never" },
		};
		await omp.home.write(".pi/agent/rules/legacy.md", "A legacy rule.");
		for (const [index, [folder, env]] of Object.entries(places).entries()) {
			await omp.home.write(`${folder}/models.yml`, models);
			await omp.home.write(`${folder}/RULES.md`, `The rule of ${folder}.`);
			await omp.run(["-p", "hi"], { env });
			const sent = system(omp, index);
			expect(Object.keys(places).filter((other) => sent.includes(`The rule of ${other}.`))).toEqual([folder]);
			expect(sent).toContain("A legacy rule.");
		}
		expect(await readdir(omp.home.file(".pi"), { recursive: true }).then((names) => names.sort())).toEqual([
			"agent",
			"agent/rules",
			"agent/rules/legacy.md",
		]);
	}, 30_000);

	verifies(
		"discovery:registry:cache-invalidation",
		async () => {
			const rule = { i: "Writing", path: ".omp/rules/new.md", content: "Always say please." };
			await using omp = await ompProject({
				files: { ".git/HEAD": "" },
				replies: [toolCall("write", rule), text("ok"), text("ok")],
			});
			await using host = rpcHost(omp, { args: ["--yolo"] });
			for (const message of ["write a rule", "and now?"]) {
				const from = host.frames.length;
				await host.ask({ id: `p${from}`, type: "prompt", message });
				await host.frame({ type: "agent_end" }, { from });
			}
			expect([0, 1, 2].map((index) => system(omp, index).includes("Always say please."))).toEqual([false, false, true]);
		},
		20_000,
	);

	test("AGENTS.md that appears later, also in a folder below, is in the next prompt", async () => {
		await using omp = await ompProject({
			files: { ".git/HEAD": "", "lib/x": "" },
			replies: [text("a"), text("b"), text("c")],
		});
		await using host = rpcHost(omp);
		const prompt = async () => {
			const from = host.frames.length;
			await host.ask({ id: `p${from}`, type: "prompt", message: "go" });
			await host.frame({ type: "agent_end" }, { from });
		};
		await prompt();
		await omp.files.write("AGENTS.md", "Be kind.");
		await prompt();
		await omp.files.write("lib/AGENTS.md", "Below.");
		await prompt();
		expect([0, 1, 2].map((index) => system(omp, index).includes("Be kind."))).toEqual([false, true, true]);
		expect([0, 1, 2].map((index) => system(omp, index).includes("lib/AGENTS.md"))).toEqual([false, false, true]);
	}, 20_000);
});
