import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

const page = readFileSync(join(import.meta.dir, "../../docs/fleet.md"), "utf8");

type Step = { readonly file: string; readonly content: string } | { readonly line: string };

/** The blocks below a heading in their order: files to write, and lines to run. */
function stepsOf(heading: string): Step[] {
	const [, section = ""] = page.split(`## ${heading}\n`);
	const [own = ""] = section.split("\n## ");
	const blocks = own.matchAll(/^```(?:(sh)|\w+ file=(\S+))\n([\s\S]*?)^```$/gm);
	return [...blocks].flatMap(([, isShell, file = "", content = ""]): Step[] =>
		isShell
			? content
					.trimEnd()
					.split("\n")
					.map((line) => ({ line }))
			: [{ file, content }],
	);
}

test("docs/fleet.md: one machine, step by step", async () => {
	await using omp = await ompProject({
		otherwise: (body) =>
			JSON.stringify(body.messages).includes('"tool_result"')
				? text("LICENSE is there.")
				: toolCall("write", { i: "Writing", path: "LICENSE", content: "MIT License\n" }),
	});
	for (const name of ["api", "web"]) {
		await omp.files.write(`${name}/a.txt`, "a\n");
		for (const args of [
			["init", "-q"],
			["add", "-A"],
			["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "Start"],
		])
			await omp.files.git("-C", name, ...args);
	}
	const [program = ""] = omp.command;
	const env = { ...omp.env, PATH: `${join(program, "..")}:${omp.env.PATH}` };
	const outputs = new Map<string, string>();
	for (const step of stepsOf("One machine, in two minutes")) {
		if ("file" in step) await omp.files.write(step.file, step.content);
		else {
			const { stdout, stderr, exitCode } = await runCommand(["sh", "-c", step.line], { cwd: omp.path, env });
			expect([step.line, exitCode, exitCode === 0 ? "" : stderr]).toEqual([step.line, 0, ""]);
			outputs.set(step.line, stdout);
		}
	}
	expect([...outputs.keys()]).toEqual([
		"omp fleet plan license.yml",
		"omp fleet run license.yml",
		"omp fleet results",
		"omp fleet results --apply",
		"omp fleet report",
	]);
	expect(outputs.get("omp fleet plan license.yml")).toContain("at most $1.00: the caps of 2 tasks together");
	expect(outputs.get("omp fleet run license.yml")).toContain("license: 2 tasks done");
	expect(outputs.get("omp fleet results --apply")).toContain("2 of 2 changes are there");
	for (const name of ["api", "web"]) expect(await omp.files.read(`${name}/LICENSE`)).toBe("MIT License\n");
	expect(await omp.files.read("fleet-license.html")).toContain("api#1");
}, 90_000);

test("docs/fleet.md: every example of a task file is one", async () => {
	await using omp = await ompProject({ files: { "repositories.csv": "name,url,note\na,https://git.example/a,\n" } });
	const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, content = ""]) =>
		content.includes("template:\n  name:") ? [content] : [],
	);
	expect(examples).toHaveLength(1);
	for (const content of examples) {
		await omp.files.write("example.yml", content);
		expect(await omp.run(["fleet", "plan", "example.yml"])).toMatchObject({ exitCode: 0, stderr: "" });
	}
});

test("docs/fleet.md: the numbers of the promises are those of the engines", async () => {
	const { defaultLeaseMs, maxLosses } = await import("../../packages/fleet/src/engine/rules.ts");
	expect(page).toContain(`lease of ${defaultLeaseMs / 1000} seconds`);
	expect([maxLosses, page.includes("Five workers lost in a row")]).toEqual([5, true]);
});
