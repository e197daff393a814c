import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type EverydayProject, everydayProjects } from "./everyday.data.ts";

/** Not in the list of hosts that need no proxy, as a name on the internet is not. */
const registryHost = "127.0.0.2";

async function runAll({ files, lines, isRepository }: EverydayProject) {
	await using registry = npmRegistry({ hostname: registryHost });
	await using packed = await workspace({
		"package.json": '{ "name": "left-thing", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
		"index.js": "export default 'left';\n",
	});
	await runCommand(["npm", "pack", "--silent"], { cwd: packed.path });
	await registry.publish(`${packed.path}/left-thing-1.0.0.tgz`);
	const commands = lines.map((line) => line.replaceAll("REGISTRY", registry.url));
	const replies = [...commands.map((command) => toolCall("bash", { command })), text("Done.")];
	await using omp = await ompProject({ files: { ...files }, replies });
	await omp.home.write(".omp/agent/config.yml", `sandbox: { hosts: ["${registryHost}"] }\n`);
	if (isRepository) await runCommand(["git", "init", "-q"], { cwd: omp.path });
	const { stdout } = await omp.run(["-p", "--approval-mode", "auto", "--sandbox", "workspace", "go"]);
	const results = omp.model.requests.slice(1).map((request) => JSON.stringify((request.messages as unknown[]).at(-1)));
	const problems = results.flatMap((result, index) => {
		const isFine = !result.includes('"is_error":true') && !/sandbox (?:refused|took|put)/.test(result);
		return isFine ? [] : [`${commands[index]}\n${result}`];
	});
	return { problems, count: results.length, stdout };
}

/** Installed, and not only a stand-in that would fetch it. */
function answers(program: string): boolean {
	if (!Bun.which(program)) return false;
	return program === "go" || Bun.spawnSync([program, "--version"], { stdout: "ignore", stderr: "ignore" }).success;
}

describe("everyday work in the sandbox", () => {
	for (const project of everydayProjects) {
		const missing = project.needs.filter((program) => !answers(program));
		test.skipIf(missing.length > 0)(
			`${project.name}: ${project.lines.length} command lines work unasked${missing.length > 0 ? ` (needs ${missing.join(", ")} on PATH)` : ""}`,
			async () => {
				expect(await runAll(project)).toEqual({ problems: [], count: project.lines.length, stdout: "Done.\n" });
			},
			120_000,
		);
	}

	verifies("sandbox:everyday:corpus", () => {
		expect(everydayProjects.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(150);
	});
});
