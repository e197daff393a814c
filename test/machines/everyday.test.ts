import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal, opened } from "../e2e/at-terminal.ts";
import { type Machine, type MachineKind, machine, machineKinds } from "./machine.ts";

setDefaultTimeout(60_000);

/** One thing that people do every day, on a machine of its own. */
interface Everyday {
	readonly name: string;
	readonly replies?: readonly Reply[];
	/** Machines on which it does not work; their row in the table says why. */
	readonly except?: readonly MachineKind[];
	run(omp: Machine): Promise<void>;
}

const bash = (command: string) => toolCall("bash", { i: "Running", command });
const ask = (omp: Machine, ...args: string[]) => omp.run(["-p", ...args, "go"]);

/** What the model was told last. */
function lastMessage({ model }: Machine): string {
	const messages = model.requests.at(-1)?.messages;
	return JSON.stringify(Array.isArray(messages) ? messages.at(-1) : undefined);
}

const everyday: readonly Everyday[] = [
	{
		name: "omp --version",
		async run(omp) {
			expect(await omp.run(["--version"])).toMatchObject({ stdout: expect.stringMatching(/^omp\/\d/), exitCode: 0 });
		},
	},
	{
		name: "a prompt is answered",
		replies: [text("Hello.")],
		async run(omp) {
			expect(await ask(omp)).toMatchObject({ stdout: "Hello.\n", exitCode: 0 });
		},
	},
	{
		name: "a pipe and a file are part of the prompt",
		replies: [text("Read.")],
		async run(omp) {
			await omp.run(["-p", "look at this", "@README.md"], { stdin: "from the pipe" });
			expect(lastMessage(omp)).toContain("from the pipe");
			expect(lastMessage(omp)).toContain("A needle in the hay.");
		},
	},
	{
		name: "--mode json prints events",
		replies: [text("Hello.")],
		async run(omp) {
			const { stdout, exitCode } = await omp.run(["--mode", "json", "go"]);
			const types = stdout
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line).type);
			expect([exitCode, types.at(-1)]).toEqual([0, "agent_end"]);
		},
	},
	{
		name: "RPC answers",
		replies: [text("Over RPC.")],
		async run(omp) {
			await using host = rpcHost(omp);
			await host.ask({ id: "1", type: "prompt", message: "go" });
			await host.frame({ type: "agent_end" });
			expect(await host.end()).toBe(0);
		},
	},
	{
		name: "an editor gets an answer over ACP",
		replies: [text("In the editor.")],
		async run(omp) {
			await using client = await acpClient({ ...omp, path: process.cwd() });
			const { sessionId } = await client.agent.request("session/new", { cwd: omp.projectPath, mcpServers: [] });
			expect(await client.prompt(sessionId, "go")).toMatchObject({ stopReason: "end_turn" });
		},
	},
	{
		name: "a command of the model runs in the project",
		replies: [bash("pwd; git status --short | wc -l"), text("Done.")],
		async run(omp) {
			expect(await ask(omp)).toMatchObject({ exitCode: 0 });
			expect(lastMessage(omp)).toContain(`${omp.projectPath}\\n0`);
		},
	},
	{
		name: "a command of the model cannot write to the home folder",
		replies: [bash('touch "$HOME/stray" || echo refused'), text("Done.")],
		async run(omp) {
			await ask(omp);
			expect(lastMessage(omp)).toContain("refused");
		},
	},
	{
		name: "a command of the model commits",
		replies: [
			bash("git switch -q feature && echo more >> README.md && git commit -qam More && git log --oneline | wc -l"),
			text("Done."),
		],
		async run(omp) {
			await ask(omp);
			expect(lastMessage(omp)).toMatch(/"3\\n/);
			expect(await omp.readFile(".git/HEAD")).toBe("ref: refs/heads/feature\n");
		},
	},
	{
		name: "a file is read, changed and written",
		replies: [
			toolCall("read", { path: "src/price.js" }),
			toolCall("edit", { path: "src/price.js", old_string: "net * 2", new_string: "net * 3" }),
			toolCall("write", { i: "Writing", path: "notes/new.md", content: "new\n" }),
			text("Done."),
		],
		async run(omp) {
			expect(await ask(omp)).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
			expect(await omp.readFile("src/price.js")).toContain("net * 3");
			expect(await omp.readFile("notes/new.md")).toBe("new\n");
		},
	},
	{
		name: "files are searched and found",
		replies: [
			toolCall("search", { pattern: "needle", paths: ["."] }),
			toolCall("find", { paths: ["**/*.js"] }),
			text("Done."),
		],
		async run(omp) {
			await ask(omp);
			expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("README.md");
			expect(lastMessage(omp)).toContain("price.js");
		},
	},
	{
		name: "a cell of Python or JavaScript runs",
		replies: [
			toolCall("eval", { i: "Adding", cells: [{ language: "js", code: "console.log(20 + 22)" }] }),
			text("Done."),
		],
		async run(omp) {
			await ask(omp, "--yolo");
			expect(lastMessage(omp)).toContain("42");
		},
	},
	{
		name: "a server that is started answers",
		except: ["no-namespaces"],
		replies: [
			bash(
				'node -e \'require("http").createServer((q, r) => r.end("served")).listen(0, function () { require("http").get({ port: this.address().port }, (r) => { r.pipe(process.stdout); r.on("end", () => process.exit()) }) })\'',
			),
			text("Done."),
		],
		async run(omp) {
			await ask(omp);
			expect(lastMessage(omp)).toContain("served");
		},
	},
	{
		name: "a conversation is continued",
		replies: [text("First."), text("Second.")],
		async run(omp) {
			await omp.run(["-p", "remember me"]);
			expect(await omp.run(["-c", "-p", "again"])).toMatchObject({ stdout: "Second.\n", exitCode: 0 });
			expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("remember me");
		},
	},
	{
		name: "a session is listed and exported",
		replies: [text("Hello.")],
		async run(omp) {
			await omp.run(["-p", "tidy the attic"]);
			const { sessions } = JSON.parse((await omp.run(["sessions", "list", "--json"])).stdout);
			expect(sessions).toMatchObject([{ firstMessage: "tidy the attic", status: "complete" }]);
			expect(await omp.run(["sessions", "verify"])).toMatchObject({ exitCode: 0 });
		},
	},
	{
		name: "what the model changed is taken back",
		replies: [bash("rm src/price.js; echo x > README.md"), text("Done.")],
		async run(omp) {
			await ask(omp, "--auto-approve");
			expect(await omp.readFile("README.md")).toBe("x\n");
			expect(await omp.run(["undo", "apply"])).toMatchObject({ exitCode: 0 });
			expect(await omp.readFile("README.md")).toContain("A needle in the hay.");
			expect(await omp.readFile("src/price.js")).toContain("net * 2");
		},
	},
	{
		name: "a setting is stored and read",
		async run(omp) {
			expect(await omp.run(["config", "set", "theme.dark", "dark"])).toMatchObject({ exitCode: 0 });
			expect((await omp.run(["config", "get", "theme.dark"])).stdout.trim()).toBe("dark");
		},
	},
	{
		name: "omp doctor finds no problem",
		async run(omp) {
			expect(await omp.run(["doctor"])).toMatchObject({ exitCode: 0 });
		},
	},
	{
		name: "omp models lists the provider of models.yml",
		async run(omp) {
			expect((await omp.run(["models", "acme"])).stdout).toContain("a-1");
		},
	},
	{
		name: "a missing provider is said in one line",
		async run(omp) {
			const { exitCode, stderr } = await omp.run(["-p", "--model", "acme/nope", "go"]);
			expect([exitCode === 0, stderr.includes("acme/nope")]).toEqual([false, true]);
		},
	},
	{
		name: "a conversation at a terminal",
		replies: [text("On the screen.")],
		async run(omp) {
			await using terminal = await atTerminal({ ...omp, path: process.cwd() });
			// The project has a .env file.
			await opened(terminal, "Trust this project?");
			terminal.type("\x1b");
			await until(() => !terminal.screen().includes("Trust this project?"));
			await terminal.say("go", "On the screen.");
			terminal.type("/exit\r");
			expect((await terminal.exit).code).toBe(0);
		},
	},
];

const canMount = Bun.spawnSync(["unshare", "--mount", "true"], { stderr: "ignore" }).exitCode === 0;

for (const kind of machineKinds)
	describe(`on the machine "${kind}"`, () => {
		for (const thing of everyday.filter(({ except }) => !except?.includes(kind)))
			requiresThat(canMount && process.getuid?.() === 0, "root, to make machines in a mount namespace")(
				thing.name,
				() => onMachine(kind, thing),
			);
	});

async function onMachine(kind: MachineKind, thing: Everyday): Promise<void> {
	await using omp = await machine(kind, thing.replies);
	await thing.run(omp);
}

test("each machine has a row in the table of machines", async () => {
	const page = await Bun.file(`${import.meta.dir}/../../docs/contributing/machines.md`).text();
	for (const kind of machineKinds) expect(page).toContain(`\`${kind}\``);
});
