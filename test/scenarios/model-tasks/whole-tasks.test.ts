import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { resultsIn } from "./testing/results.ts";

const bash = (command: string) => ({ name: "bash", arguments: { i: "Working", command } });

test("a bug is found, fixed, tested and committed in two turns", async () => {
	await using omp = await ompProject({
		files: { "sum.js": "exports.sum = (a, b) => a - b;\n" },
		replies: [
			toolCalls(
				bash("sed -i s/a\\ -\\ b/a\\ +\\ b/ sum.js"),
				{
					name: "write",
					arguments: { i: "Testing", path: "test.sh", content: "grep -q 'a + b' sum.js && echo passed\n" },
				},
				bash("bash test.sh"),
				bash("git add -A"),
				bash("git -c user.name=A -c user.email=a@b.c commit -qm 'Fix the sum' && git log --format=%s"),
			),
			text("Fixed."),
		],
	});
	await omp.files.git("init", "-q");
	await omp.run(["-p", "--yolo", "fix it"]);
	expect(resultsIn(omp, 1)[2]).toContain("passed");
	expect(resultsIn(omp, 1)[4]).toContain("Fix the sum");
	expect(omp.model.requests).toHaveLength(2);
}, 30_000);

test("a plain rename over many files takes one call", async () => {
	const files = Object.fromEntries(
		Array.from({ length: 24 }, (_, index) => [`src/f${index}.js`, "addParser(1);\nx.addParser(2);\n"]),
	);
	await using omp = await ompProject({
		files: { ...files, "README.md": "Call `addParser`.\n" },
		replies: [
			toolCalls(
				bash("git add -A"),
				bash("git grep -l addParser | xargs sed -i s/addParser/registerParser/g"),
				bash("git grep -c registerParser | wc -l; git grep addParser | wc -l"),
			),
			text("Renamed."),
		],
	});
	await omp.files.git("init", "-q");
	await omp.run(["-p", "--yolo", "rename it"]);
	expect(resultsIn(omp, 1)[2]).toMatch(/^25\n0\n/);
	expect(await omp.files.read("README.md")).toBe("Call `registerParser`.\n");
	expect(JSON.stringify(omp.model.requests[0]?.system)).toContain("git grep -l old | xargs sed -i s/old/new/g");
}, 30_000);

test("the log of a long build fits into 12 KB and shows its error", async () => {
	const build = [
		'for i in $(seq 1 4700); do echo "[$i/9013] Compiling module_$i with some flags"; done',
		"echo 'src/parse.c:118:7: error: unknown type name token_t'",
		'for i in $(seq 4702 9012); do echo "[$i/9013] Compiling module_$i with some flags"; done',
		"echo 'make: *** [all] stopped'; exit 2",
	].join("; ");
	await using omp = await ompProject({ replies: [toolCall("bash", bash(build).arguments), text("It is token_t.")] });
	await omp.run(["-p", "--yolo", "build it"]);
	const [log = ""] = resultsIn(omp, 1);
	expect(log).toContain("unknown type name token_t");
	expect(Buffer.byteLength(log)).toBeLessThanOrEqual(12 * 1024);
}, 30_000);

test("with many tools of servers the model keeps its own", async () => {
	const server = [
		"import { createInterface } from 'node:readline';",
		"const tools = Array.from({ length: 30 }, (_, n) => ({ name: 'tool_' + n, description: n === 7 ? 'Sends a letter' : 'Thing number ' + n, inputSchema: { type: 'object', properties: { to: { type: 'string' } } } }));",
		"const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));",
		"createInterface({ input: process.stdin }).on('line', (line) => { const { id, method, params } = JSON.parse(line);",
		"if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'post', version: '1' } });",
		"else if (method === 'tools/list') answer(id, { tools });",
		"else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'sent to ' + params.arguments.to }] });",
		"else if (id !== undefined) answer(id, {}); });",
	].join("\n");
	await using omp = await ompProject({
		files: { "server.mjs": server },
		replies: [
			toolCalls(
				{ name: "search_tool_bm25", arguments: { i: "Looking", query: "send a letter" } },
				{ name: "mcp__post_tool_7", arguments: { to: "ada" } },
			),
			text("Sent."),
		],
	});
	const command = { command: process.execPath, args: [omp.files.file("server.mjs")] };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { post: command } }));
	await omp.run(["-p", "--yolo", "send it"]);
	const offered = ((omp.model.requests[0]?.tools ?? []) as ReadonlyArray<{ name: string }>).map(({ name }) => name);
	for (const name of ["search", "todo", "ast_edit", "search_tool_bm25"]) expect(offered).toContain(name);
	expect(offered.filter((name) => name.startsWith("mcp__"))).toEqual([]);
	const [found, sent] = resultsIn(omp, 1);
	expect(JSON.parse(found ?? "")).toMatchObject({ activated_tools: ["mcp__post_tool_7"] });
	// Called in the same message, it runs.
	expect(sent).toContain("sent to ada");
}, 60_000);
