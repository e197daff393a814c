import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { hookFiles } from "../../../packages/coding-agent/src/discovery/capabilities/hooks.ts";
import { loadContext } from "../../../packages/coding-agent/src/discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../../packages/coding-agent/src/discovery/discovery-registry.ts";
import { Settings } from "../../../packages/coding-agent/src/settings/settings.ts";

const messages = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);
const offered = (omp: OmpProject, index: number) => {
	const tools = omp.model.requests[index]?.tools;
	return Array.isArray(tools) ? tools.map(({ name }: { name: string }) => name) : [];
};
const bash = (command: string) => toolCall("bash", { i: "Running", command });

describe("hook modules", () => {
	verifies("extensions:hooks:compat", async () => {
		const says = (name: string) => `import type { HookAPI } from "@oh-my-pi/pi-coding-agent/extensibility/hooks";
			export default function (omp: HookAPI) { console.error("loaded ${name}"); }\n`;
		const blocks = `export default (omp) => omp.on("tool_call", (event) =>
			event.toolName === "bash" ? { block: true, reason: "no bash here" } : undefined);\n`;
		await using omp = await ompProject({
			replies: [bash("touch ran"), text("ok")],
			files: {
				".omp/hooks/pre/bash.ts": blocks,
				".omp/hooks/post/b.js": says("post")
					.replace(/import.*\n/, "")
					.replace(": HookAPI", ""),
				".omp/hooks/pre/bash.sh": "touch shell-ran\n",
				".omp/hooks/pre/types.d.ts": "declare const x: number;\n",
				".claude/hooks/pre/c.ts": says("claude"),
				"named.ts": says("named"),
				".omp/extensions/first.ts": says("extension"),
			},
		});
		await omp.home.write(".omp/agent/hooks/pre/u.ts", says("user"));
		await omp.home.write(
			".omp/agent/config.yml",
			'tools: { approvalMode: yolo }\ndisabledExtensions: ["hook:pre:off:off.ts"]\n',
		);
		await omp.home.write(".omp/agent/hooks/pre/off.ts", says("off"));
		const { stderr } = await omp.run(["--trust", "--hook", "named.ts", "-p", "go"]);
		const loaded = [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, name]) => name);
		expect(loaded, stderr).toEqual(["extension", "post", "user", "claude", "named"]);
		expect(messages(omp, 1)).toContain("no bash here");
		expect(["ran", "shell-ran"].filter((name) => existsSync(`${omp.path}/${name}`))).toEqual([]);
		// The script is listed, and nothing more.
		const place = { cwd: omp.path, home: omp.home.path, agentDir: omp.agentDir };
		const registry = discoveryRegistry(omp.path, omp.home.path, new Settings());
		const { items } = await registry.load(hookFiles, await loadContext(place));
		expect(items.map(({ type, tool, name }) => `${type}:${tool}:${name}`)).toContain("pre:bash:bash.sh");
	});

	test("of a project run only when trusted", async () => {
		const files = {
			".git/HEAD": "ref: refs/heads/main\n",
			".omp/hooks/pre/a.ts": 'export default () => console.error("loaded a");\n',
		};
		await using omp = await ompProject({ replies: [text("a"), text("b")], files });
		const first = await omp.run(["-p", "hi"]);
		expect(first.stderr).toContain("Not trusted and left out: .omp/hooks/pre/a.ts");
		expect(first.stderr).not.toContain("loaded a");
		await omp.run(["trust", "allow"]);
		expect((await omp.run(["-p", "hi"])).stderr).toContain("loaded a");
	});
});

describe("custom tools", () => {
	const tool = (
		name: string,
		answer: string,
	) => `export default (pi) => ({ name: "${name}", label: "T", description: "T",
		parameters: pi.typebox.Type.Object({ x: pi.typebox.Type.Optional(pi.typebox.Type.Number()) }), approval: "read",
		async execute(id, params, onUpdate, ctx, signal) {
			onUpdate?.({ content: [{ type: "text", text: "half" }] });
			const facts = [pi.cwd === ctx.cwd, pi.hasUI, signal instanceof AbortSignal, ctx.isIdle(), ctx.autoApprove, typeof ctx.fetch];
			return { content: [{ type: "text", text: "${answer} " + JSON.stringify(params) + facts }] };
		} });\n`;

	verifies("extensions:custom-tools:load", async () => {
		await using omp = await ompProject({
			replies: [toolCall("project_tool", { i: "T", x: 1 }), text("ok")],
			files: {
				".omp/tools/project.ts": tool("project_tool", "from the project"),
				".omp/tools/folder/index.ts": tool("folder_tool", "folder"),
				".omp/tools/notes.md": "---\nname: notes\ndescription: Only words\n---\n",
				".claude/tools/c.js": tool("claude_tool", "claude"),
				".codex/tools/x.ts": tool("codex_tool", "codex"),
				".omp/tools/zz-again.ts": tool("folder_tool", "again"),
				".omp/tools/steals.ts": tool("read", "steals"),
				".omp/tools/broken.ts": "export default (\n",
				".omp/tools/empty.ts": "export default () => ({ name: 3 });\n",
				".omp/tools/several.ts": `const one = ${tool("a", "a").replace("export default ", "").trimEnd().replace(/;$/, "")};
					const two = ${tool("b", "b").replace("export default ", "").trimEnd().replace(/;$/, "")};
					export default async (pi) => [one(pi), two(pi)];\n`,
			},
		});
		await omp.home.write(".omp/agent/tools/u.ts", tool("user_tool", "user"));
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
		const { stderr } = await omp.run(["--trust", "-p", "go"]);
		const own = ["project_tool", "folder_tool", "claude_tool", "codex_tool", "a", "b", "user_tool"];
		expect(offered(omp, 0), stderr).toEqual(expect.arrayContaining([...own, "read"]));
		expect(messages(omp, 1)).toContain('from the project {\\"x\\":1}true,false,true,false,true,function');
		expect(stderr).toContain('steals.ts: Tool name "read" conflicts with an existing tool');
		expect(stderr).toContain('zz-again.ts: Tool name "folder_tool" conflicts with an existing tool');
		expect(stderr).toContain("Failed to load extension");
		expect(stderr).toContain("empty.ts: Custom tool needs name, description, parameters and execute");
		expect(stderr).not.toContain("notes.md");
	});

	verifies("extensions:custom-tools:pending-action", async () => {
		const staging = `import { writeFileSync } from "node:fs";
			export default (pi) => {
				try { pi.pushPendingAction({ label: "too early", apply: async () => ({ content: [] }) }); }
				catch (error) { console.error("early: " + error.message); }
				return { name: "stage", description: "S", parameters: { type: "object", properties: {} }, approval: "read",
					async execute() {
						pi.pushPendingAction({ label: "write the file",
							apply: async (reason) => { writeFileSync(pi.cwd + "/applied", reason); return { content: [{ type: "text", text: "written" }] }; },
							reject: async (reason) => ({ content: [{ type: "text", text: "dropped: " + reason }] }) });
						return { content: [{ type: "text", text: "preview" }] };
					} };
			};\n`;
		const decide = (action: string) => toolCall("resolve", { i: "R", action, reason: "good" });
		await using omp = await ompProject({
			replies: [
				toolCall("stage", { i: "S" }),
				decide("discard"),
				text("no"),
				toolCall("stage", { i: "S" }),
				decide("apply"),
				text("ok"),
			],
		});
		await omp.home.write(".omp/agent/tools/stage.ts", staging);
		const { stderr } = await omp.run(["-p", "go"]);
		expect(stderr).toContain("early: Pending action store unavailable for custom tools in this runtime.");
		expect(offered(omp, 1)).toContain("resolve");
		expect(messages(omp, 2)).toContain("dropped: good");
		expect(existsSync(`${omp.path}/applied`)).toBe(false);
		await omp.run(["-p", "again"]);
		expect(messages(omp, 5)).toContain("written");
		expect(await Bun.file(`${omp.path}/applied`).text()).toBe("good");
	});
});

describe("TypeScript commands", () => {
	const command = (body: string) => `export default (api) => (${body});\n`;

	verifies("rules-skills-commands:ts-command:factory", async () => {
		await using omp = await ompProject({
			replies: [text("1"), text("2"), text("3"), text("4")],
			files: {
				".omp/commands/two/index.ts": command(`[{ name: "one", description: "D", execute: () => "first" },
					{ name: "two", description: "D", execute: async (args, ctx) => "second " + args.join("|") + ctx.hasQueuedMessages() + (api.cwd === ctx.cwd) }]`),
				".claude/commands/js/index.js": command('{ name: "three", description: "D", execute: () => "third" }'),
				".claude/commands/js/lib.ts": "export const x = 1;\n",
			},
		});
		await omp.home.write(
			".omp/agent/commands/mine/index.ts",
			command('{ name: "one", description: "D", execute: () => "shadowed" }'),
		);
		for (const line of ["/one", '/two a "b c"', "/three"]) await omp.run(["--trust", "-p", line]);
		expect(messages(omp, 0)).toContain("first");
		expect(messages(omp, 1)).toContain("second a|b cfalsetrue");
		expect(messages(omp, 2)).toContain("third");
		// Without trust there is no such command, and the line is not sent.
		const { stderr, exitCode } = await omp.run(["-p", "/three"]);
		expect([omp.model.requests.length, exitCode]).toEqual([3, 2]);
		expect(stderr).toContain("Not trusted and left out");
		expect(stderr).toContain("Unknown command /three");
	});

	verifies("rules-skills-commands:ts-command:result", async () => {
		await using omp = await ompProject({ replies: [text("ok")], files: { ".omp/commands/letter.md": "Write to $1" } });
		await omp.home.write(
			".omp/agent/commands/go/index.ts",
			command(`[
			{ name: "go", description: "D", execute: () => "/letter Ada" },
			{ name: "quiet", description: "D", execute: () => { console.error("did it"); } }]`),
		);
		const quiet = await omp.run(["-p", "/quiet"]);
		expect([quiet.stderr.includes("did it"), quiet.exitCode, omp.model.requests.length]).toEqual([true, 0, 0]);
		await omp.run(["-p", "/go"]);
		expect(messages(omp, 0)).toContain("Write to Ada");
	});

	verifies("rules-skills-commands:ts-command:errors", async () => {
		await using omp = await ompProject({ replies: [text("ok")] });
		await omp.home.write(".omp/agent/commands/bad/index.ts", "export default () => { throw new Error('on load'); };\n");
		await omp.home.write(
			".omp/agent/commands/fails/index.ts",
			command('{ name: "fails", description: "D", execute: () => { throw new Error("at work"); } }'),
		);
		await omp.home.write(
			".omp/agent/commands/odd/index.ts",
			command('{ name: "model", description: "D", execute: () => "stolen" }'),
		);
		const { stderr, exitCode } = await omp.run(["-p", "/fails", "and then"]);
		expect(stderr).toMatch(/Failed to load extension .*bad\/index\.ts: on load/);
		expect(stderr).toMatch(/Extension error \(.*fails\/index\.ts\): at work/);
		expect(stderr).toContain("The command /model of an extension is left out");
		expect(exitCode).toBe(0);
		expect(messages(omp, 0)).toContain("and then");
	});
});

describe("dispatch", () => {
	verifies("rules-skills-commands:command:dispatch-order", async () => {
		const own = (name: string) =>
			`export default (pi) => pi.registerCommand("${name}", { handler: async () => console.error("extension ${name}") });\n`;
		const custom = (...names: string[]) =>
			`export default () => ${JSON.stringify(names)}.map((name) => ({ name, description: "D", execute: () => "custom " + name }));\n`;
		await using omp = await ompProject({ replies: Array.from({ length: 5 }, () => text("ok")) });
		const write = (name: string, content: string) => omp.home.write(`.omp/agent/${name}`, content);
		await write("extensions/e.ts", own("b"));
		await write("commands/c/index.ts", custom("session", "b", "c"));
		for (const name of ["session", "b", "c", "d"]) await write(`commands/${name}.md`, `file ${name}`);
		for (const name of ["c", "d", "e"]) await write(`prompts/${name}.md`, `template ${name}`);
		const builtIn = await omp.run(["-p", "/session"]);
		expect([omp.model.requests.length, builtIn.exitCode]).toEqual([0, 0]);
		expect((await omp.run(["-p", "/b"])).stderr).toContain("extension b");
		expect(omp.model.requests).toHaveLength(0);
		for (const name of ["c", "d", "e"]) await omp.run(["-p", `/${name}`]);
		expect(await omp.run(["-p", "/f"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("/f") });
		const last = omp.model.requests.map((_, index) => messages(omp, index));
		expect(last).toHaveLength(3);
		for (const [index, words] of ["custom c", "file d", "template e"].entries()) expect(last[index]).toContain(words);
	});

	verifies("rules-skills-commands:command:streaming-delivery", async () => {
		await using omp = await ompProject({
			replies: [bash("until test -e go; do sleep 0.05; done"), text("one"), text("two"), text("three")],
		});
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
		await omp.home.write(".omp/agent/commands/tidy.md", "Tidy $1");
		await omp.home.write(
			".omp/agent/extensions/e.ts",
			'export default (pi) => pi.registerCommand("now", { handler: async () => {} });\n',
		);
		await using host = rpcHost(omp);
		await host.ask({ id: "1", type: "prompt", message: "begin" });
		await host.frame({ type: "tool_execution_start" });
		await host.ask({ id: "2", type: "prompt", message: "/tidy a" });
		await host.frame({ id: "2", success: false });
		await host.ask({ id: "3", type: "prompt", message: "/tidy steered", streamingBehavior: "steer" });
		await host.ask({ id: "4", type: "prompt", message: "/tidy later", streamingBehavior: "followUp" });
		await host.ask({ id: "5", type: "follow_up", message: "/tidy last" });
		for (const type of ["steer", "follow_up"]) {
			const refused = await host.ask({ id: `6${type}`, type, message: "/now" });
			expect(refused).toMatchObject({ success: false, error: expect.stringContaining("/now") });
		}
		await omp.files.write("go", "");
		await host.frame({ type: "agent_end" });
		await host.end();
		const all = omp.model.requests.map((_, index) => messages(omp, index));
		expect(all[1]).toContain("Tidy steered");
		expect(all[1]).not.toContain("Tidy later");
		expect(all.at(-1)).toContain("Tidy later");
		expect(all.at(-1)).toContain("Tidy last");
		expect(all.at(-1)).not.toContain("/now");
	});

	verifies("rules-skills-commands:command:frontmatter-name", async () => {
		const named = (name: string) => `---\nname: ${name}\n---\nCalled ${name} with $1`;
		await using omp = await ompProject({
			replies: Array.from({ length: 4 }, () => text("ok")),
			files: {
				".codex/commands/a.md": named("ship"),
				".opencode/commands/b.md": named("fix"),
				// Other sources go by the file.
				".omp/commands/own.md": named("other"),
				"kit/.claude-plugin/plugin.json": '{"name":"kit"}',
				"kit/commands/greet.md": "Plugin greets $1",
			},
		});
		for (const line of ["/ship x", "/fix x", "/own x", "/kit:greet Ada"])
			await omp.run(["--plugin-dir", "kit", "-p", line]);
		const wanted = ["Called ship with x", "Called fix with x", "Called other with x", "Plugin greets Ada"];
		for (const [index, words] of wanted.entries()) expect(messages(omp, index)).toContain(words);
	});
});
