import { expect, test } from "bun:test";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const headers = async (omp: OmpProject) => (await omp.sessions()).map(([header]) => header ?? {});

function start(omp: OmpProject, args: readonly string[], cwd = omp.path) {
	return ptyRun([...omp.command, ...args], { cols: 100, rows: 30, cwd, env: omp.env });
}

test("a session of another project can be opened in its own folder, with that project's settings", async () => {
	await using omp = await ompProject({
		replies: [text("Hoo."), text("Hoo again.")],
		files: { "one/.omp/config.yml": "modelRoles: { default: acme/a-2 }\n", "two/x": "" },
	});
	await omp.run(["-p", "about owls"], { cwd: omp.files.file("one") });
	const [owls] = await headers(omp);
	await using terminal = start(omp, ["--resume", String(owls?.id)], omp.files.file("two"));
	await terminal.waitFor("[y/N]", { timeoutMs: 10_000 });
	terminal.type("o\r");
	await terminal.waitFor("Hoo.", { timeoutMs: 10_000 });
	terminal.type("more\r");
	await terminal.waitFor("Hoo again.", { timeoutMs: 10_000 });
	expect(await headers(omp)).toEqual([expect.objectContaining({ id: owls?.id, cwd: omp.files.file("one") })]);
	expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-2", "a-2"]);
}, 30_000);

test("Enter picks the default answer: a session whose folder was deleted moves here", async () => {
	await using omp = await ompProject({ replies: [text("Hoo.")], files: { "gone/x": "", "two/x": "" } });
	await omp.run(["-p", "about owls"], { cwd: omp.files.file("gone") });
	await rename(omp.files.file("gone"), omp.files.file("elsewhere"));
	const [owls] = await headers(omp);
	await using terminal = start(omp, ["--resume", String(owls?.id)], omp.files.file("two"));
	await terminal.waitFor("[Y/n]", { timeoutMs: 10_000 });
	terminal.type("\r");
	await until(async () => (await headers(omp))[0]?.cwd === omp.files.file("two"), { timeoutMs: 10_000 });
}, 30_000);

test("autoResume resumes the folder's last session; flags override it", async () => {
	await using omp = await ompProject({ replies: [text("Hoo."), text("Again."), text("Anew.")] });
	await omp.home.write(".omp/agent/config.yml", "autoResume: true\n");
	await omp.run(["-p", "about owls"]);
	await using terminal = start(omp, []);
	await terminal.waitFor("about owls", { timeoutMs: 10_000 });
	terminal.type("more\r");
	await terminal.waitFor("Again.", { timeoutMs: 10_000 });
	terminal.type("\x04");
	await terminal.exit;
	expect(await headers(omp)).toHaveLength(1);
	await omp.run(["-p", "not there"]);
	expect(await headers(omp)).toHaveLength(2);
}, 30_000);

test("several sessions that match are listed, and the newest is opened", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
	await omp.run(["-p", "first"]);
	await omp.run(["-p", "second"]);
	const [first, second] = await headers(omp);
	const shared = commonPrefix(String(first?.id), String(second?.id));
	const { stdout, stderr, exitCode } = await omp.run(["-p", "--resume", shared, "more"]);
	expect([stdout, exitCode]).toEqual(["Three.\n", 0]);
	const [warning = "", opened = "", ...others] = stderr.trimEnd().split("\n");
	expect(warning).toBe("Several sessions match; the newest is opened:");
	expect(opened).toContain(String(second?.id));
	expect(others.join()).toContain(String(first?.id));
});

test("a list needs a terminal", async () => {
	await using omp = await ompProject({ files: { "sub/x": "" } });
	const { stderr, exitCode } = await omp.run(["-p", "--resume", "some words"], { cwd: join(omp.path, "sub") });
	expect([stderr, exitCode]).toEqual([
		"Error: --resume without a session opens a list, which needs a terminal. Name one: --resume <id>\n",
		1,
	]);
});

verifies("sessions:switch:restores-state", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	const efforts = "reasoning: true, thinking: { mode: effort, efforts: [low, medium, high] }";
	await omp.home.write(
		".omp/agent/models.yml",
		`${await omp.home.read(".omp/agent/models.yml")}  openai:\n    baseUrl: ${omp.model.url}\n    apiKey: ACME_KEY\n    api: openai-responses\n    models:\n      - { id: gpt-x, name: X, contextWindow: 100000, maxTokens: 1000, ${efforts} }\n`,
	);
	await using client = await rpcClient(omp, { args: ["--model", "openai/gpt-x"] });
	await client.setThinkingLevel("low");
	await client.setFastMode(true);
	await client.promptAndWait("first");
	const first = (await client.getState()).sessionFile ?? "";
	await client.newSession();
	await client.setFastMode(false);
	await client.setThinkingLevel("high");
	await client.setModel("acme", "a-1");
	await client.promptAndWait("second");
	expect(await client.getState()).toMatchObject({ model: { id: "a-1" }, fastModeEnabled: false });
	expect(await client.switchSession(first)).toEqual({ cancelled: false });
	expect(await client.getState()).toMatchObject({
		model: { provider: "openai", id: "gpt-x" },
		thinkingLevel: "low",
		fastModeEnabled: true,
	});
});

/** Ids begin with the time, so two sessions of the same minutes begin alike; after how many digits they differ depends on the clock. */
function commonPrefix(one: string, other: string): string {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length++;
	return one.slice(0, length);
}
