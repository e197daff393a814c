import { expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}\n---\nDo ${name}.\n`;
const extension = (name: string) => `export default (pi) => {
	pi.registerFlag("${name}-flag", { type: "string", default: "unset" });
	pi.on("session_start", (_event, ctx) => console.error("${name}", pi.getFlag("${name}-flag"), ctx.hasUI));
};`;
const systemOf = ({ model }: OmpProject, request: number) => JSON.stringify(model.requests[request]?.system);
const replies = (count: number) => Array.from({ length: count }, () => text("ok"));

verifies(
	"cli:parse:extension-flags",
	async () => {
		await using omp = await ompProject({ replies: replies(2), files: { "given.ts": extension("given") } });
		await omp.home.write(".omp/agent/extensions/found.ts", extension("found"));
		const flags = ["--given-flag", "one", "--found-flag=two"];
		const run = await omp.run(["-e", "given.ts", ...flags, "-p", "hi"]);
		expect([run.exitCode, run.stdout]).toEqual([0, "ok\n"]);
		expect(run.stderr).toContain("given one");
		expect(run.stderr).toContain("found two");
		// Unknown only when all are loaded.
		const unknown = await omp.run(["-e", "given.ts", ...flags, "--nobodys-flag", "-p", "hi"]);
		expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("unknown flag: --nobodys-flag")]);
		const left = await omp.run(["-e", "given.ts", "--no-extensions", ...flags, "-p", "hi"]);
		expect([left.exitCode, left.stderr]).toEqual([2, expect.stringContaining("unknown flag: --found-flag")]);
		expect(omp.model.requests).toHaveLength(1);
	},
	30_000,
);

verifies(
	"cli:flag:discovery-off",
	async () => {
		await using omp = await ompProject({
			replies: replies(4),
			files: { "given.ts": extension("given"), "note.md": "A note that was given." },
		});
		await omp.home.write(".omp/agent/extensions/found.ts", extension("found"));
		await omp.home.write(".omp/agent/skills/pdf/SKILL.md", skill("pdf"));
		await omp.home.write(".omp/agent/RULES.md", "Never use tabs.");
		const seen = async (request: number, ...args: string[]) => {
			const { stderr } = await omp.run(["-p", "hi", "-e", "given.ts", "--append-system-prompt", "note.md", ...args]);
			const system = systemOf(omp, request);
			return [
				stderr.includes("found unset"),
				system.includes("About pdf"),
				system.includes("Never use tabs."),
				// What is named by its path is loaded in any case.
				stderr.includes("given unset"),
				system.includes("A note that was given."),
			];
		};
		expect(await seen(0)).toEqual([true, true, true, true, true]);
		expect(await seen(1, "--no-extensions")).toEqual([false, true, true, true, true]);
		expect(await seen(2, "--no-skills")).toEqual([true, false, true, true, true]);
		expect(await seen(3, "--no-rules")).toEqual([true, true, false, true, true]);
	},
	30_000,
);

verifies(
	"cli:flag:skills-filter",
	async () => {
		await using omp = await ompProject({ replies: replies(4) });
		const names = ["git-log", "git-rebase", "docker"];
		for (const name of names) await omp.home.write(`.omp/agent/skills/${name}/SKILL.md`, skill(name));
		const chosen = async (request: number, ...args: string[]) => {
			await omp.run(["-p", "hi", ...args]);
			return names.filter((name) => systemOf(omp, request).includes(`About ${name}`));
		};
		expect(await chosen(0)).toEqual(names);
		expect(await chosen(1, "--skills", "git-*")).toEqual(["git-log", "git-rebase"]);
		expect(await chosen(2, "--skills", "git-r*,docker")).toEqual(["git-rebase", "docker"]);
		expect(await chosen(3, "--skills", "none")).toEqual([]);
	},
	30_000,
);

verifies(
	"cli:print:no-ui",
	async () => {
		const writes = toolCall("write", { i: "Writing", path: "new.txt", content: "new\n" });
		await using omp = await ompProject({
			replies: [writes, text("I may not.")],
			files: { "given.ts": extension("given") },
		});
		const run = await omp.run(["-p", "go", "-e", "given.ts", "--approval-mode", "always-ask"]);
		expect([run.exitCode, run.stdout]).toEqual([0, "I may not.\n"]);
		expect(run.stderr).toContain("given unset false");
		const [, asked] = omp.model.requests;
		expect(JSON.stringify(asked?.messages)).toMatch(/"is_error":true/);
		expect(JSON.stringify(asked?.messages)).toMatch(/approval/i);
		expect(await omp.files.read("new.txt").catch(() => "absent")).toBe("absent");
	},
	30_000,
);
