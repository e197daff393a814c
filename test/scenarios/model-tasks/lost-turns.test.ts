import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { resultsIn } from "./testing/results.ts";

const bash = (command: string, more: Record<string, unknown> = {}) => ({
	name: "bash",
	arguments: { i: "Working", command, ...more },
});
const identity = "git -c user.name=A -c user.email=a@b.c";

/** What a refusal must not invite to where nobody can be asked. */
const offers = /call bash again|"outside"|approvalMode|--yolo|Add tools\.|interactive UI/;

requires("python3")(
	"a missing package without network: one line, no offer to ask, and the rest goes on",
	async () => {
		await using omp = await ompProject({
			files: { "check.sh": "test -f app.py && echo types checked\n", "app.py": "x: int = 1\n" },
			replies: [
				toolCalls(
					// As pip does: it tries five times.
					bash("for n in 1 2 3 4 5; do curl -sS http://packages.example/mypy || true; done; exit 1"),
					bash("sh check.sh"),
				),
				text("Checked without mypy, which needs packages.example."),
			],
		});
		await omp.run(["-p", "--approval-mode", "write", "check the types"]);
		const [refused = "", checked] = resultsIn(omp, 1);
		const lines = refused.split("\n").filter((line) => line.startsWith("The sandbox refused connecting"));
		expect(lines).toEqual([
			expect.stringMatching(/nobody can be asked here .*sandbox\.hosts: \[packages\.example\]\) × 5$/),
		]);
		expect(refused).toContain("do without it, finish the rest, and tell the user in your answer");
		expect(refused).not.toMatch(offers);
		expect(checked).toContain("types checked");
		expect(JSON.stringify(omp.model.requests[0])).not.toContain("outside the sandbox");
		expect(omp.model.requests).toHaveLength(2);
	},
	60_000,
);

test("what must be asked about is refused with nothing that would be refused as well", async () => {
	await using omp = await ompProject({
		replies: [
			toolCalls(bash("rm -rf ~"), { name: "write", arguments: { path: ".env", content: "A=1\n" } }),
			text("ok"),
		],
	});
	await omp.run(["-p", "--approval-mode", "write", "go"]);
	const results = resultsIn(omp, 1);
	expect(results).toHaveLength(2);
	for (const result of results) {
		expect(result).toContain("nobody can be asked in this run");
		expect(result).not.toMatch(/call bash again|Set tools|Add tools|interactive UI/);
	}
}, 60_000);

test("a merge conflict is seen, settled and committed in three turns", async () => {
	await using omp = await ompProject({
		git: true,
		files: { "a.txt": "one\n", "b.txt": "one\n" },
		replies: [
			toolCalls(bash("git merge feature"), { name: "read", arguments: { path: "a.txt:conflicts" } }),
			toolCalls(
				{ name: "write", arguments: { path: "conflict://1", content: "ours and theirs\n" } },
				bash(`git add -A && ${identity} commit -qm Merge && git status --short && cat a.txt`),
			),
			text("Merged."),
		],
	});
	const { git, write } = omp.files;
	await git("checkout", "-qb", "feature");
	await write("a.txt", "theirs\n");
	await git("-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qam", "theirs");
	await git("checkout", "-q", "main");
	await write("a.txt", "ours\n");
	await git("-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qam", "ours");
	await omp.run(["-p", "--yolo", "merge feature"]);
	expect(resultsIn(omp, 1)[1]).toContain("<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature");
	expect(resultsIn(omp, 2)[1]).toStartWith("ours and theirs\n");
	expect(omp.model.requests).toHaveLength(3);
	expect(JSON.stringify(omp.model.requests[0]?.system)).toContain("conflict://<n>");
}, 60_000);

test("a rename over 271 files: counted, done and checked in one turn", async () => {
	const files = Object.fromEntries(
		Array.from({ length: 271 }, (_, index) => [`src/d${index % 9}/f${index}.ts`, "getUser(1);\nexport { getUser };\n"]),
	);
	await using omp = await ompProject({
		git: true,
		files,
		replies: [
			toolCalls(
				{ name: "search", arguments: { pattern: "getUser", output_mode: "count" } },
				bash("git grep -l getUser | xargs sed -i s/getUser/findUser/g"),
				{ name: "search", arguments: { pattern: "findUser", output_mode: "count" } },
				{ name: "search", arguments: { pattern: "getUser" } },
			),
			text("Renamed."),
		],
	});
	await omp.run(["-p", "--approval-mode", "auto", "rename getUser to findUser"]);
	const [before = "", , after = "", left] = resultsIn(omp, 1);
	expect(before).toStartWith("542 matches in 271 files");
	expect(after).toStartWith("542 matches in 271 files");
	expect(left).toContain("No matches found");
	expect(Buffer.byteLength(before)).toBeLessThan(6000);
	expect(omp.model.requests).toHaveLength(2);
}, 60_000);

test("a page of this machine is read and noted in two turns, without its navigation", async () => {
	await using page = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: () =>
			new Response(
				`<html><body><nav><a href="/">Home of everything</a></nav><main><h1>Release</h1><p>Version 4 drops the old API.</p>${"<p>Who calls it moves to the new one, which has the same names.</p>".repeat(8)}</main></body></html>`,
				{ headers: { "content-type": "text/html" } },
			),
	});
	const url = `http://127.0.0.1:${page.port}/notes`;
	await using omp = await ompProject({
		replies: [
			toolCall("read", { path: url }),
			toolCall("write", { path: "notes.md", content: "Version 4 drops the old API.\n" }),
			text("Noted."),
		],
	});
	await omp.run(["-p", "--yolo", `note what ${url} says`]);
	expect(resultsIn(omp, 1)[0]).toContain("Version 4 drops the old API.");
	expect(resultsIn(omp, 1)[0]).not.toContain("Home of everything");
	expect(await omp.files.read("notes.md")).toBe("Version 4 drops the old API.\n");
	expect(omp.model.requests).toHaveLength(3);
}, 60_000);

test("rows of data come without others around them", async () => {
	const rows = Array.from({ length: 20 }, (_, index) => `${index + 1},x\n`).join("");
	await using omp = await ompProject({
		files: { "a.csv": rows, "a.ts": rows },
		replies: [
			toolCalls(
				{ name: "read", arguments: { path: "a.csv:5-7" } },
				{ name: "read", arguments: { path: "a.ts:5-7" } },
				bash("seq 1 20000 | sed s/$/,a-rather-long-row/"),
			),
			toolCall("read", { path: "artifact://0:5-7" }),
			text("ok"),
		],
	});
	await omp.run(["-p", "--yolo", "look"]);
	const [data = "", code = ""] = resultsIn(omp, 1);
	expect(data.match(/\d+,x/g)).toEqual(["5,x", "6,x", "7,x"]);
	expect(code.match(/\d+,x/g)).toHaveLength(7);
	expect(resultsIn(omp, 2)[0]?.match(/\d+,a/g)).toEqual(["5,a", "6,a", "7,a"]);
}, 60_000);

requires("python3")(
	"commands of the model are told that an agent runs them",
	async () => {
		const say = 'echo "agent $AGENT"';
		await using omp = await ompProject({
			replies: [
				toolCalls(
					bash(say),
					bash(`export AGENT=mine; ${say}`),
					bash(say, { env: { AGENT: "other" } }),
					{
						name: "launch",
						arguments: { op: "start", name: "p", application: "sh", args: ["-c", say], ready: { log: "agent" } },
					},
					{
						name: "eval",
						arguments: {
							i: "Looking",
							cells: [{ language: "py", code: "import os; print('agent', os.environ['AGENT'])" }],
						},
					},
				),
				text("ok"),
			],
		});
		await omp.run(["-p", "--yolo", "go"]);
		const agents = resultsIn(omp, 1).map((result) => /agent (\w+)/.exec(result)?.[1]);
		expect(agents).toEqual(["1", "mine", "other", "1", "1"]);
	},
	60_000,
);

test("what the user runs is not told so, in the same shell", async () => {
	await using omp = await ompProject({ replies: [toolCalls(bash("true")), text("ok")] });
	await using host = rpcHost(omp, { args: ["--yolo"], env: { AGENT: "" } });
	host.send({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "agent_end" });
	const { data } = await host.ask({ id: "b", type: "bash", command: 'echo "agent [$AGENT]"' });
	expect(data).toMatchObject({ output: "agent []\n" });
}, 60_000);
