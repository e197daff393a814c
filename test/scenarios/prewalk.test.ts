import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const looks = toolCall("bash", { i: "Looking", command: "cat greet.txt" });
const fails = toolCall("edit", { i: "Trying", input: "nonsense" });
const writes = toolCall("write", { i: "Doing", path: "greet.txt", content: "HELLO\n" });
const modelsOf = (omp: OmpProject) => omp.model.requests.map(({ model }) => model);

function project(settings = "") {
	const files = { "greet.txt": "hello\n" };
	const made = ompProject({ files, replies: [looks, fails, writes, looks, text("It is louder.")] });
	return made.then(async (omp) => {
		await omp.home.write(".omp/agent/config.yml", `modelRoles: { smol: acme/a-2 }\n${settings}`);
		return omp;
	});
}

verifies(
	"cli:flag:prewalk",
	async () => {
		// Looking and failing is no edit; after the first one the cheaper model goes on.
		await using omp = await project();
		const run = await omp.run(["-p", "make it louder", "--model", "acme/a-1", "--yolo", "--prewalk"]);
		expect(run).toMatchObject({ exitCode: 0, stdout: "It is louder.\n" });
		expect(run.stderr).toContain("Continuing with acme/a-2 (prewalk)");
		expect(modelsOf(omp)).toEqual(["a-1", "a-1", "a-1", "a-2", "a-2"]);

		// Without it nothing changes, and --no-prewalk overrules the setting.
		for (const [settings, args, models] of [
			["", [], ["a-1", "a-1"]],
			["prewalk: { enabled: true }\n", [], ["a-1", "a-2"]],
			["prewalk: { enabled: true }\n", ["--no-prewalk"], ["a-1", "a-1"]],
			["modelRoles: { smol: acme/a-1 }\n", ["--prewalk-into", "acme/a-2"], ["a-1", "a-2"]],
		] as const) {
			await using other = await ompProject({ replies: [writes, text("Done.")] });
			await other.home.write(".omp/agent/config.yml", settings || "{}");
			if (!settings.includes("smol"))
				await other.home.write(".omp/agent/config.yml", `modelRoles: { smol: acme/a-2 }\n${settings}`);
			expect(await other.run(["-p", "go", "--model", "acme/a-1", "--yolo", ...args])).toMatchObject({ exitCode: 0 });
			expect(modelsOf(other)).toEqual([...models]);
		}

		// Nothing to hand over to.
		const missing = await omp.run(["-p", "go", "--model", "acme/a-2", "--prewalk"]);
		expect([missing.exitCode, missing.stderr.trim().split("\n")[0]]).toEqual([
			2,
			'Error: Prewalk: there is no usable model "smol" besides acme/a-2. Set modelRoles.smol, or use --prewalk-into <model>.',
		]);
	},
	60_000,
);

verifies(
	"slash-commands:mode:prewalk",
	async () => {
		await using omp = await project();
		const run = await omp.run(["-p", "--model", "acme/a-1", "--yolo", "/prewalk", "make it louder"]);
		expect([run.exitCode, run.stdout]).toEqual([
			0,
			"After the next edit omp continues with acme/a-2.\nIt is louder.\n",
		]);
		expect(modelsOf(omp)).toEqual(["a-1", "a-1", "a-1", "a-2", "a-2"]);
		const wrong = await omp.run(["-p", "--model", "acme/a-1", "/prewalk acme/none"]);
		expect([wrong.exitCode, wrong.stderr]).toEqual([
			1,
			expect.stringContaining('no usable model "acme/none" besides acme/a-1'),
		]);
	},
	60_000,
);

test("a sub-agent hands over after its first edit, by its settings, its definition or the setting for all", async () => {
	const starts = toolCall("task", {
		i: "Delegating",
		context: "c",
		tasks: [{ name: "A", agent: "scribe", task: "t" }],
	});
	const yields = toolCall("yield", { result: { data: "done" } });
	for (const [frontmatter, settings, after] of [
		["", "", "a-1"],
		["", "prewalk: true", "a-2"],
		["prewalk: true\n", "", "a-2"],
		["prewalk: acme/a-2\n", "", "a-2"],
		["prewalk: false\n", "prewalk: true", "a-1"],
		["prewalk: true\n", "agentPrewalk: { scribe: false }", "a-1"],
	] as const) {
		await using omp = await ompProject({ replies: [starts, writes, yields, text("Done.")] });
		const task = `task: { ${settings} }\nasync: { enabled: false }\n`;
		await omp.home.write(".omp/agent/config.yml", `modelRoles: { smol: acme/a-2 }\n${task}`);
		const file = `---\nname: scribe\ndescription: Writes\n${frontmatter}---\nWrite.\n`;
		await omp.home.write(".omp/agent/agents/scribe.md", file);
		expect(await omp.run(["-p", "go", "--model", "acme/a-1", "--yolo"])).toMatchObject({ exitCode: 0 });
		// The parent stays with its model.
		expect([frontmatter, settings, ...modelsOf(omp)]).toEqual([frontmatter, settings, "a-1", "a-1", after, "a-1"]);
	}
}, 60_000);
