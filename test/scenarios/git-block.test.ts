import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const systemOf = (body: Readonly<Record<string, unknown>> | undefined) =>
	((body?.system ?? []) as ReadonlyArray<{ readonly text: string }>).map((block) => block.text).join("\n");
const blockIn = (body: Readonly<Record<string, unknown>> | undefined) =>
	/<git>\n[\s\S]*?<\/git>/.exec(systemOf(body))?.[0];

/** However busy the machine is. */
const patient = "gitWaitMs: 30000\n";

verifies(
	"discovery:prompt:git",
	async () => {
		await using omp = await ompProject({
			git: true,
			files: { "a.txt": "a\n" },
			otherwise: ({ system, messages }) => {
				if (JSON.stringify(system).includes("You are `")) return toolCall("yield", { result: { data: "found" } });
				if ((messages as readonly unknown[]).length > 1) return text("Done.");
				return toolCall("task", { i: "Delegating", tasks: [{ name: "A", task: "look" }] });
			},
		});
		await omp.home.write(".omp/agent/config.yml", patient);
		await omp.files.git("checkout", "-qb", "feature");
		await omp.files.write("a.txt", "changed\n");
		await omp.run(["-p", "--yolo", "go"]);
		const own = omp.model.requests.filter((body) => !systemOf(body).includes("You are `"));
		const agent = omp.model.requests.find((body) => systemOf(body).includes("You are `"));
		const lines = blockIn(own[0])?.split("\n") ?? [];
		expect(lines.slice(2, 4)).toEqual(["Branch: feature (main branch: main)", "Uncommitted: 1 file: a.txt"]);
		expect(blockIn(agent)).toBeUndefined();
		expect(systemOf(agent)).toContain("<sandbox>");
		// A session that goes on keeps what its cached prompt says; another one looks again.
		await omp.files.write("b.txt", "new\n");
		await omp.run(["-p", "--yolo", "-c", "go on"]);
		expect(systemOf(omp.model.requests.at(-1))).toBe(systemOf(own[0]));
		await omp.run(["-p", "--yolo", "go"]);
		expect(blockIn(omp.model.requests.at(-1))).toContain("Uncommitted: 2 files: a.txt, b.txt (new)");
	},
	60_000,
);

test("of a repository whose configuration nobody trusts, only the branch is told", async () => {
	await using omp = await ompProject({ git: true, files: { "a.txt": "a\n" }, replies: [text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", patient);
	const config = await omp.files.read(".git/config");
	await omp.files.write(".git/config", `${config}[filter "x"]\nclean = "touch marker; cat"\n`);
	await omp.files.write(".gitattributes", "* filter=x\n");
	const { stderr } = await omp.run(["-p", "go"]);
	expect(blockIn(omp.model.requests[0])?.split("\n").slice(2, -1)).toEqual(["Branch: main"]);
	expect([stderr, await omp.files.read("marker").catch(() => undefined)]).toEqual(["", undefined]);
}, 60_000);

test("a session does not wait for git where the user does not want it", async () => {
	await using omp = await ompProject({ git: true, files: { "a.txt": "a\n" }, replies: [text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", "gitWaitMs: 0\n");
	await omp.run(["-p", "go"]);
	expect(systemOf(omp.model.requests[0])).not.toContain("<git>");
}, 60_000);
