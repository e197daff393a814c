import { expect } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type Body, conversationText, fleetProject, hasResult } from "./fleet-project.ts";

const count = 30;
const failingCheck = 7;
const conflict = 13;
const missingRef = 22;
const traps = new Set([failingCheck, conflict, missingRef]);

/** Asks for the new version in package.json, in a repository with its name. */
function migrates(body: Body) {
	if (hasResult(body)) return text("Raised the version of node to 26.");
	const [, name = ""] = /Raise node in (repo-\d+)/.exec(conversationText(body)) ?? [];
	return toolCall("write", { i: "Raising", path: "package.json", content: packageJson(name, "26") });
}

const packageJson = (name: string, node: string) => `${JSON.stringify({ name, engines: { node } }, null, 2)}\n`;

verifies(
	"fleet:migration:thirty-repositories",
	async () => {
		await using project = await fleetProject({ otherwise: migrates });
		const names = Array.from({ length: count }, (_, index) => `repo-${index}`);
		await using remotes = await workspace();
		for (const [index, name] of names.entries()) {
			const repository = await project.repository({
				"package.json": packageJson(name, "20"),
				"check.sh":
					index === failingCheck ? "echo 'this repository needs node 20'; exit 1\n" : "grep -q '\"26\"' package.json\n",
			});
			await remotes.git("clone", "--quiet", "--bare", repository.path, `${name}.git`);
			await remotes.git("-C", `${name}.git`, "branch", "next", "main");
			// Somebody else has changed the same lines on the branch that gets the commit.
			if (index === conflict) {
				await repository.write("package.json", packageJson("renamed", "18"));
				await repository.git("commit", "--quiet", "--all", "--message=Rename");
				await repository.git("push", "--quiet", remotes.file(`${name}.git`), "HEAD:refs/heads/next");
			}
		}
		const rows = names.map(
			(name, index) => `${name},file://${remotes.file(name)}.git,${index === missingRef ? "release" : "main"}\n`,
		);
		await project.omp.files.write("repositories.csv", `name,url,ref\n${rows.join("")}`);
		await project.omp.files.write(
			"migrate.yml",
			`name: node 26
limits: { usd: 20 }
template:
  name: "{{name}}"
  prompt: "Raise node in {{name}} to 26."
  repository: "{{url}}"
  ref: "{{ref}}"
  model: acme/a-1
  limits: { usd: 1, turns: 20 }
  check: { command: sh check.sh, timeout: 1m, restore: [check.sh] }
  checkRounds: 1
  deliver: { commit: next }
rows: repositories.csv
`,
		);
		expect(await project.fleet("run", "migrate.yml")).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining("30 tasks, which is more than 20"),
		});
		const { exitCode, stdout } = await project.fleet("run", "migrate.yml", "--yes", "--workers", "4");
		expect([exitCode, stdout.split("\n").slice(-5)]).toEqual([
			1,
			[
				expect.stringMatching(/^node 26: 27 tasks done, 3 failed, \$\d\.\d\d$/),
				expect.stringMatching(/^ {2}repo-7: check: /),
				expect.stringMatching(/^ {2}repo-13: conflict: /),
				expect.stringMatching(/^ {2}repo-22: repository: /),
				"",
			],
		]);

		// Branches: one new commit where it went well, and elsewhere what was there before.
		for (const [index, name] of names.entries()) {
			const git = (...args: string[]) => remotes.git("-C", `${name}.git`, ...args);
			const branches = (await git("branch", "--format=%(refname:short)")).trim().split("\n");
			expect([name, await git("show", "main:package.json")]).toEqual([name, packageJson(name, "20")]);
			if (!traps.has(index)) {
				expect([name, branches, await git("show", "next:package.json")]).toEqual([
					name,
					["main", "next"],
					packageJson(name, "26"),
				]);
				expect(await git("log", "--format=%(trailers:key=Omp-Task,valueonly)", "main..next")).toMatch(
					/^\w{26}-00\d\d\n+$/,
				);
			} else {
				const kept = index === conflict ? packageJson("renamed", "18") : packageJson(name, "20");
				expect([name, branches, await git("show", "next:package.json")]).toEqual([name, ["main", "next"], kept]);
			}
		}

		const report = await project.fleet("report", "-o", "-");
		for (const name of names) expect(report.stdout).toContain(`<span class="name">${name}</span>`);
		expect(report.stdout.match(/<span class="badge failed">/g)).toHaveLength(3);
		expect(report.stdout.match(/<span class="badge done">/g)).toHaveLength(27);
		expect(report.stdout).toContain("this repository needs node 20");

		// A trap that is gone is done with a retry, and nothing else is done again.
		await remotes.git("-C", `repo-${missingRef}.git`, "branch", "release", "main");
		const requests = project.omp.model.requests.length;
		expect((await project.fleet("retry", "node 26", "--reason", "repository")).stdout).toBe(
			"1 task back in the queue\n",
		);
		expect((await project.fleet("run", "--batch", "node 26")).stdout).toMatch(/28 tasks done, 2 failed/);
		expect(project.omp.model.requests.length).toBe(requests + 2);
	},
	300_000,
);
