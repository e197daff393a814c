import { describe, expect, test } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const system = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.system);

describe("discovery", () => {
	verifies(
		"discovery:root:relocation",
		async () => {
			await using omp = await ompProject({
				files: { ".git/HEAD": "" },
				replies: Array.from({ length: 5 }, () => text("ok")),
			});
			const models = await omp.home.read(".omp/agent/models.yml");
			const data = omp.home.file("data");
			const places = [
				{ agent: ".omp/agent", plugins: ".omp/plugins", env: {} },
				{ agent: ".elsewhere/agent", plugins: ".elsewhere/plugins", env: { PI_CONFIG_DIR: ".elsewhere" } },
				{ agent: "own/agent", plugins: ".omp/plugins", env: { PI_CODING_AGENT_DIR: omp.home.file("own/agent") } },
				{
					agent: ".omp/profiles/work/agent",
					plugins: ".omp/plugins",
					env: { OMP_PROFILE: "work", PI_PROFILE: "never" },
				},
				{ agent: "data/omp/agent", plugins: "data/omp/plugins", env: { XDG_DATA_HOME: data } },
			];
			await omp.home.write(".pi/agent/rules/legacy.md", "A legacy rule.");
			for (const [index, { agent, plugins, env }] of places.entries()) {
				// The folders of XDG count where ~/.omp is not there.
				if (agent.startsWith("data/")) await rm(omp.home.file(".omp"), { recursive: true });
				const name = plugins.replace(/\W/g, "-");
				await omp.home.write(`${agent}/models.yml`, models);
				await omp.home.write(`${agent}/RULES.md`, `The rule of ${agent}.`);
				await omp.home.write(`${plugins}/x/skills/s/SKILL.md`, `---\nname: in${name}\ndescription: d\n---\nx`);
				const installed = [{ scope: "user", installPath: omp.home.file(`${plugins}/x`), version: "1.0.0" }];
				await omp.home.write(
					`${plugins}/installed_plugins.json`,
					JSON.stringify({ version: 2, plugins: { "x@y": installed } }),
				);
				await omp.run(["-p", "hi"], { env });
				const sent = system(omp, index);
				expect(places.map((other) => other.agent).filter((other) => sent.includes(`The rule of ${other}.`))).toEqual([
					agent,
				]);
				expect(sent).toContain("A legacy rule.");
				expect(sent).toContain(`in${name}: d`);
			}
			const kept = await readdir(omp.home.file(".pi"), { recursive: true });
			expect(kept.sort()).toEqual(["agent", "agent/rules", "agent/rules/legacy.md"]);
		},
		30_000,
	);

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
	}, 30_000);
});
