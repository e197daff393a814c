import { describe, expect } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { httpServe } from "../scenarios/mcp/serve-http.ts";
import { packageServer } from "./package-tools.ts";
import { conformance, inspector, listScenarios, verdict, withPrograms } from "./programs.ts";
import { notApplicable, packageScenarios, serveScenarios } from "./server-scenarios.data.ts";
import { tokenProxy } from "./token-proxy.ts";

const timeoutMs = 60_000;
const extension = join(import.meta.dir, "server-tools.ts");
const suiteTools = [
	...["test_simple_text", "test_image_content", "test_error_handling", "test_tool_with_progress"],
	...["test_tool_with_logging", "test_elicitation", "json_schema_2020_12_tool", "read"],
];

describe("conformance of omp mcp serve", () => {
	for (const name of serveScenarios) {
		withPrograms(
			name,
			async () => {
				await using omp = await ompProject();
				await using server = await httpServe(omp, { args: ["-e", extension, "--tools", suiteTools.join(",")] });
				await passes(omp, name, server);
			},
			timeoutMs,
		);
	}

	for (const name of packageScenarios) {
		withPrograms(
			`${name} (the package)`,
			async () => {
				await using omp = await ompProject();
				const token = crypto.randomUUID();
				await using server = packageServer(token);
				await passes(omp, name, { url: server.url, token });
			},
			timeoutMs,
		);
	}

	withPrograms("every scenario of the suite is run, or left out for a reason", async () => {
		await using omp = await ompProject();
		const known = [...serveScenarios, ...packageScenarios, ...Object.keys(notApplicable)].sort();
		expect(known).toEqual(await listScenarios("server", { cwd: omp.path, env: omp.env }));
	});
});

async function passes(omp: OmpProject, name: string, server: { url: string; token: string }): Promise<void> {
	await using proxy = await tokenProxy(server.url, server.token);
	const output = omp.home.file("results");
	const args = ["server", "--url", proxy.url, "--scenario", name, "-o", output];
	const { stdout, exitCode } = await conformance(args, { cwd: omp.path, env: omp.env });
	const { complaints, passed } = await verdict(output);
	if (exitCode !== 0 || complaints.length > 0) throw new Error([...complaints, stdout].join("\n"));
	expect(passed).toBeGreaterThan(0);
}

describe("the inspector with omp mcp serve", () => {
	const inspect = async (omp: OmpProject, target: readonly string[], ...args: readonly string[]) => {
		const { stdout, stderr, exitCode } = await inspector([...target, ...args], { cwd: omp.path, env: omp.env });
		if (exitCode !== 0) throw new Error(`${exitCode}\n${stdout}\n${stderr}`);
		return JSON.parse(stdout);
	};

	withPrograms(
		"over standard streams: lists tools, calls one, and asks",
		async () => {
			await using omp = await ompProject({ files: { "a.txt": "hello\n" }, replies: [text("The answer.")] });
			const target = [...omp.command, "mcp", "serve"];
			const { tools } = await inspect(omp, target, "--method", "tools/list");
			expect(tools.map(({ name }: { name: string }) => name)).toEqual(["read", "search", "find", "web_search", "ask"]);
			const call = ["--method", "tools/call", "--tool-name"];
			expect(await inspect(omp, target, ...call, "read", "--tool-arg", "path=a.txt")).toMatchObject({
				content: [{ type: "text", text: expect.stringContaining("1:hello") }],
			});
			expect(await inspect(omp, target, ...call, "ask", "--tool-arg", "prompt=What is it?")).toMatchObject({
				content: [{ type: "text", text: "The answer." }],
			});
		},
		timeoutMs,
	);

	withPrograms(
		"over HTTP: needs the token, and finds no fault with the schemas",
		async () => {
			await using omp = await ompProject();
			await using server = await httpServe(omp, { args: ["--tools", "read,search,find,write,edit,bash,eval"] });
			const token = ["--header", `Authorization: Bearer ${server.token}`];
			const target = ["--server-url", server.url, "--transport", "http"];
			const list = ["--method", "tools/list", "--strict"];
			const { tools } = await inspect(omp, target, ...token, ...list);
			expect(tools.length).toBeGreaterThan(6);
			const refused = await inspector([...target, ...list, "--stored-auth-only"], { cwd: omp.path, env: omp.env });
			expect(refused.exitCode).not.toBe(0);
		},
		timeoutMs,
	);
});
