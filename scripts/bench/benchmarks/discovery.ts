import { join } from "node:path";
import { features } from "../../../packages/coding-agent/src/features/features.ts";
import { takeInventory } from "../../../packages/coding-agent/src/inventory/inventory.ts";
import { Settings } from "../../../packages/coding-agent/src/settings/settings.ts";
import { TrustGate } from "../../../packages/coding-agent/src/trust/trust-gate.ts";
import { Features } from "../../../packages/coding-agent/src/workbench/features.ts";
import type { Benchmark } from "../benchmark.ts";
import { discoveryLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const rounds = 20;

/** All discovery for a project with a hundred files of all programs, on a warm disk. */
export const discovery: Benchmark = {
	name: "discovery",
	async run(bench) {
		const cwd = join(bench.scratch, "artifacts", "repo");
		const home = join(bench.scratch, "artifacts", "home");
		const count = await writeFiles(cwd, home);
		const agentDir = join(home, ".omp/agent");
		const host = { cwd, home, env: {}, now: () => 0, newId: () => "id" };
		const times: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const gate = new TrustGate({ cwd, home, agentDir, now: () => 0, acceptAll: true });
			const startedAt = performance.now();
			const { items } = await takeInventory({
				host,
				agentDir,
				settings: new Settings(),
				cwd,
				gate,
				features: new Features(features),
			});
			times.push(performance.now() - startedAt);
			const own = items.filter(({ level }) => level !== "native");
			if (own.length < count) throw new Error(`${own.length} of ${count} found`);
		}
		return [{ name: `discovery of ${count} artifacts`, value: median(times), unit: "ms", limit: discoveryLimits.warm }];
	},
};

async function writeFiles(cwd: string, home: string): Promise<number> {
	const rule = "---\ndescription: A rule\nglobs: '*.ts'\n---\nSome words about it.\n";
	const skill = "---\ndescription: A skill\n---\nSome words about it.\n";
	const files: Record<string, string> = {};
	const add = (folder: string, count: number, name: (index: number) => string, text: string) => {
		for (let index = 0; index < count; index++) files[join(folder, name(index))] = text;
	};
	const markdown = (prefix: string) => (index: number) => `${prefix}-${index}.md`;
	const folder = (prefix: string) => (index: number) => `${prefix}-${index}/SKILL.md`;
	add(join(cwd, ".omp/rules"), 12, markdown("native"), rule);
	add(join(cwd, ".cursor/rules"), 10, markdown("cursor"), rule);
	add(join(cwd, ".windsurf/rules"), 6, markdown("windsurf"), rule);
	add(join(cwd, ".clinerules"), 6, markdown("cline"), rule);
	add(join(cwd, ".omp/skills"), 10, folder("native"), skill);
	add(join(cwd, ".claude/skills"), 10, folder("claude"), skill);
	add(join(home, ".claude/skills"), 6, folder("mine"), skill);
	add(join(cwd, ".codex/skills"), 6, folder("codex"), skill);
	add(join(cwd, ".claude/commands"), 10, markdown("claude"), "Do it.");
	add(join(cwd, ".omp/commands"), 8, markdown("native"), "Do it.");
	add(join(cwd, ".github/prompts"), 6, (index) => `p${index}.prompt.md`, "Do it.");
	const servers = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`s${index}`, { command: "run" }]));
	files[join(cwd, ".mcp.json")] = JSON.stringify({ mcpServers: servers });
	files[join(cwd, "AGENTS.md")] = "Be brief.";
	files[join(home, ".omp/agent/AGENTS.md")] = "Be kind.";
	await Bun.write(join(cwd, ".git/HEAD"), "ref: refs/heads/main\n");
	for (const [path, text] of Object.entries(files)) await Bun.write(path, text);
	// The servers are in one file.
	return Object.keys(files).length - 1 + Object.keys(servers).length;
}
