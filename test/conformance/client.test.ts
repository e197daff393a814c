import { describe, expect } from "bun:test";
import { join, resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type ClientScenario, clientScenarios, notApplicable } from "./client-scenarios.data.ts";
import { conformance, listScenarios, verdict, withPrograms } from "./programs.ts";

const root = resolve(import.meta.dir, "../..");
/** Starts the suite, and omp twice. */
const timeoutMs = 60_000;

describe("conformance of the MCP client", () => {
	for (const [name, scenario] of Object.entries(clientScenarios)) {
		withPrograms(name, () => passes(name, scenario), timeoutMs);
	}

	withPrograms("every scenario of the suite is run, or left out for a reason", async () => {
		await using omp = await ompProject();
		const known = [...Object.keys(clientScenarios), ...Object.keys(notApplicable)].sort();
		expect(known).toEqual(await listScenarios("client", { cwd: omp.path, env: omp.env }));
	});
});

/** The suite starts its server, and then a program with the address of the server as its last argument. */
async function passes(name: string, { calls = [], program, late }: ClientScenario): Promise<void> {
	const replies = [...calls.map(({ tool, args }) => toolCall(`mcp__suite_${tool}`, args)), text("Done.")];
	await using omp = await ompProject({ replies });
	const command = program ? `${process.execPath} ${join(root, program)}` : await promptScript(omp);
	const output = omp.home.file("results");
	const args = ["client", "--scenario", name, "--command", command, "-o", output];
	const { stderr, exitCode } = await conformance(args, { cwd: omp.path, env: omp.env });
	const { complaints, passed } = await verdict(output);
	const isLate = late !== undefined && complaints.length === 1 && late.test(complaints[0] ?? "");
	if (exitCode !== 0 && !isLate) throw new Error([...complaints, stderr].join("\n"));
	expect(passed).toBeGreaterThan(0);
	// The prompt came to its end with the answers of the server.
	if (!program) expect(omp.model.requests).toHaveLength(replies.length);
}

/** A script that adds the server to omp and prompts. */
async function promptScript(omp: OmpProject): Promise<string> {
	const run = omp.command.join(" ");
	const lines = ["set -e", `${run} mcp add suite "$1" >&2`, `${run} --approval-mode yolo -p go </dev/null`, ""];
	await omp.home.write("client.sh", lines.join("\n"));
	return `sh ${omp.home.file("client.sh")}`;
}
