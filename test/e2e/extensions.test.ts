import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { atTerminal, opened } from "./at-terminal.ts";
import { example } from "./example-options.ts";

/** The executable is made once. */
setDefaultTimeout(120_000);

const deletes = () => toolCall("bash", { i: "Clean", command: "rm -r work" });
const yolo = ["--approval-mode", "yolo"];
const work = { "work/a.txt": "alpha\n" };

describe("example extensions", () => {
	test("permission gate: nobody to ask in print mode, so the command is blocked", async () => {
		await using omp = await ompProject({ replies: [deletes(), text("Blocked.")], files: work });
		const { stdout, stderr } = await omp.run([...example("permission-gate"), ...yolo, "-p", "clean"]);
		expect([stdout, stderr]).toEqual(["Blocked.\n", ""]);
		expect(await omp.files.read("work/a.txt")).toBe("alpha\n");
		expect(JSON.stringify(omp.model.requests[1])).toContain("Nobody is here to allow this command.");
	});

	test("permission gate: asks over RPC", async () => {
		await using omp = await ompProject({ replies: [deletes(), text("One."), deletes(), text("Two.")], files: work });
		await using host = rpcHost(omp, { args: [...example("permission-gate"), ...yolo] });
		for (const confirmed of [false, true]) {
			const from = host.frames.length;
			await host.ask({ id: `p-${confirmed}`, type: "prompt", message: "clean" });
			const asked = await host.frame({ type: "extension_ui_request", method: "confirm" }, { from });
			expect(asked).toMatchObject({ title: "Run this command?", message: "rm -r work" });
			host.send({ type: "extension_ui_response", id: asked.id, confirmed });
			await host.frame({ type: "agent_end" }, { from });
			expect(await Bun.file(omp.files.file("work/a.txt")).exists()).toBe(!confirmed);
		}
		expect(await host.end()).toBe(0);
	});

	test("permission gate: asks at the terminal", async () => {
		await using omp = await ompProject({ replies: [deletes(), text("Left alone.")], files: work });
		await using terminal = await atTerminal(omp, { args: [...example("permission-gate"), ...yolo] });
		terminal.type("clean\r");
		await opened(terminal, "Run this command?");
		expect(terminal.screen()).toContain("rm -r work");
		terminal.type("\x1b[B\r");
		await terminal.waitFor("Left alone.");
		expect(JSON.stringify(omp.model.requests[1])).toContain("The user does not allow this command.");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("git checkpoint: in print mode each prompt leaves one in the session", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")], files: work });
		await inRepository(omp);
		await omp.files.write("work/a.txt", "changed\n");
		expect((await omp.run([...example("git-checkpoint"), "-p", "hi"])).stderr).toBe("");
		const entries = (await omp.sessions()).flat();
		const [kept] = entries.filter(({ customType }) => customType === "git-checkpoint");
		const { commit } = (kept?.data ?? {}) as { commit?: string };
		const shown = await runCommand(["git", "show", `${commit}:work/a.txt`], { cwd: omp.path, env: omp.env });
		expect(shown.stdout).toBe("changed\n");
	});

	test("git checkpoint: a command over RPC brings the files back", async () => {
		const changes = toolCall("bash", { i: "Change", command: "echo other > work/a.txt" });
		await using omp = await ompProject({ replies: [changes, text("Done.")], files: work });
		await inRepository(omp);
		await using host = rpcHost(omp, { args: [...example("git-checkpoint"), ...yolo] });
		await host.ask({ id: "p", type: "prompt", message: "change" });
		await host.frame({ type: "agent_end" });
		expect(host.frames).toContainEqual(
			expect.objectContaining({ method: "setStatus", statusKey: "git-checkpoint", statusText: expect.any(String) }),
		);
		expect(await omp.files.read("work/a.txt")).toBe("other\n");
		await host.ask({ id: "r", type: "prompt", message: "/restore" });
		await host.frame({ type: "extension_ui_request", method: "notify", notifyType: "info" });
		expect(await omp.files.read("work/a.txt")).toBe("alpha\n");
		const { commands } = (await host.ask({ id: "c", type: "get_available_commands" })).data as {
			commands: { name: string; source: string }[];
		};
		expect(commands).toContainEqual(expect.objectContaining({ name: "restore", source: "extension" }));
	});

	test("git checkpoint: at the terminal", async () => {
		const changes = toolCall("bash", { i: "Change", command: "echo other > work/a.txt" });
		await using omp = await ompProject({ replies: [changes, text("Changed it.")], files: work });
		await inRepository(omp);
		await using terminal = await atTerminal(omp, { args: [...example("git-checkpoint"), ...yolo] });
		await terminal.say("change", "Changed it.");
		expect(await omp.files.read("work/a.txt")).toBe("other\n");
		await terminal.say("/restore", "Restored");
		expect(await omp.files.read("work/a.txt")).toBe("alpha\n");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("custom provider: its model can be named in print mode and over RPC", async () => {
		await using omp = await ompProject({ replies: [text("From the house."), text("Again.")] });
		Object.assign(omp.env, { HOUSE_URL: omp.model.url, HOUSE_KEY: "key of the house" });
		const args = [...example("custom-provider"), "--model", "house/house-1"];
		expect(await omp.run([...args, "-p", "hi"])).toEqual({ stdout: "From the house.\n", stderr: "", exitCode: 0 });
		expect(omp.model.requests[0]).toMatchObject({ model: "house-1" });
		await using host = rpcHost(omp, { args });
		const { model } = (await host.ask({ id: "s", type: "get_state" })).data as { model: { name: string } };
		expect(model.name).toBe("House One");
	});

	test("custom provider: at the terminal", async () => {
		await using omp = await ompProject({ replies: [text("From the house.")] });
		const env = { ...omp.env, HOUSE_URL: omp.model.url, HOUSE_KEY: "key of the house" };
		const args = [...example("custom-provider"), "--model", "house/house-1"];
		await using terminal = ptyRun([...omp.command, ...args], { cols: 120, rows: 40, cwd: omp.path, env });
		await terminal.waitFor("House One");
		terminal.type("hi\r");
		await terminal.waitFor("From the house.");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("status and widget: on the screen, as frames, and nothing in print mode", async () => {
		const runs = () => toolCall("bash", { i: "Look", command: "true" });
		await using omp = await ompProject({ replies: [runs(), text("A."), runs(), text("B."), runs(), text("C.")] });
		const args = [...example("status-widget"), ...yolo];
		expect(await omp.run([...args, "-p", "hi"])).toEqual({ stdout: "A.\n", stderr: "", exitCode: 0 });
		await using host = rpcHost(omp, { args });
		await host.frame({ method: "setStatus", statusKey: "calls", statusText: "no calls yet" });
		await host.ask({ id: "p", type: "prompt", message: "hi" });
		await host.frame({ method: "setWidget", widgetKey: "calls", widgetLines: ["bash: 1"] });
		await host.frame({ type: "agent_end" });
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		await terminal.waitFor("no calls yet");
		terminal.type("hi\r");
		await terminal.waitFor("C.");
		await terminal.waitFor("bash: 1");
		await terminal.waitFor("1 call");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("an extension of a project runs once it is accepted at the terminal, with imports of omp's packages", async () => {
		const source = `
			import { CURRENT_SESSION_VERSION, type ExtensionAPI } from "@oh-my-pi/pi-coding-agent";
			import { visibleWidth } from "@mariozechner/pi-tui";
			import { Type } from "@sinclair/typebox";
			import { word } from "./lib/word.ts";
			export default function (pi: ExtensionAPI): void {
				pi.on("session_start", (_event, ctx) => {
					const parts: unknown[] = [word, visibleWidth("abc"), Type.String().type, CURRENT_SESSION_VERSION > 1];
					ctx.ui.setStatus("parts", parts.join("/"));
				});
				pi.registerCommand("greet", { handler: async (args, ctx) => ctx.ui.notify("Hello, " + args) });
				pi.registerShortcut("ctrl+y", { handler: (ctx) => ctx.ui.notify("Shortcut!") });
				pi.registerShortcut("ctrl+c", { handler: (ctx) => ctx.ui.notify("Never!") });
			}`;
		const files = {
			".omp/extensions/mine/index.ts": source,
			".omp/extensions/mine/lib/word.ts": 'export const word = "loaded";',
		};
		await using omp = await ompProject({ files });
		await omp.home.write(".omp/agent/config.yml", "setupVersion: 1\n");
		await using terminal = await atTerminal(omp);
		await opened(terminal, ".omp/extensions/mine/index.ts");
		expect(terminal.history()).not.toContain("loaded/3");
		terminal.type("\x1b[B\r");
		await terminal.waitFor("loaded/3/string/true");
		await terminal.say("/greet you", "Hello, you");
		await terminal.press("\x19", "Shortcut!");
		terminal.type("\x04");
		await terminal.exit;
		expect(terminal.history()).not.toContain("Never!");
	});

	test("custom tool: the model calls it in every mode", async () => {
		const rolls = () => toolCall("roll_dice", { count: 2, sides: 2 });
		await using omp = await ompProject({ replies: [rolls(), text("A."), rolls(), text("B."), rolls(), text("C.")] });
		const args = example("custom-tool");
		expect(await omp.run([...args, "-p", "roll"])).toEqual({ stdout: "A.\n", stderr: "", exitCode: 0 });
		const [request] = omp.model.requests as Array<{ tools: { name: string; input_schema: object }[] }>;
		const offered = request?.tools.find(({ name }) => name === "roll_dice");
		expect(offered?.input_schema).toMatchObject({ properties: { count: { type: "integer", maximum: 100 } } });
		expect(JSON.stringify(omp.model.requests[1])).toMatch(/Rolled 2d2: [234]/);
		await using host = rpcHost(omp, { args });
		await host.ask({ id: "p", type: "prompt", message: "roll" });
		await host.frame({ type: "tool_execution_end", toolName: "roll_dice", isError: false });
		await host.frame({ type: "agent_end" });
		await host.end();
		await using terminal = await atTerminal(omp, { args });
		terminal.type("roll\r");
		await terminal.waitFor("C.");
		expect(terminal.history()).toMatch(/Rolled 2d2/);
		terminal.type("\x04");
		await terminal.exit;
	});
});

async function inRepository({ path, env }: OmpProject): Promise<void> {
	const user = ["-c", "user.name=a", "-c", "user.email=a@b"];
	for (const args of [
		["init", "-q"],
		["config", "user.name", "a"],
		["config", "user.email", "a@b"],
		["add", "."],
		[...user, "commit", "-qm", "x"],
	]) {
		await runCommand(["git", ...args], { cwd: path, env });
	}
}
