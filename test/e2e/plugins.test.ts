import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

const catalog = (version: string) =>
	JSON.stringify({
		name: "acme",
		owner: { name: "Acme" },
		plugins: [{ name: "deploy", source: "./deploy", version, description: "Ships it" }],
	});

const marketplace = () =>
	workspace(
		{
			".omp-plugin/marketplace.json": catalog("1.0.0"),
			"deploy/commands/go.md": "Deploy $ARGUMENTS now.",
			"deploy/skills/ship/SKILL.md": "---\nname: ship\ndescription: Ships code\n---\nShip.\n",
		},
		{ git: true },
	);

function started(omp: OmpProject): PtyRun {
	return ptyRun([...omp.command, "--plain"], { cols: 200, rows: 60, cwd: omp.path, env: omp.env });
}

async function say(terminal: PtyRun, line: string, answer: string): Promise<void> {
	const before = terminal.output().length;
	terminal.type(`${line}\r`);
	await until(() => terminal.output().slice(before).includes(answer));
}

const ready = (terminal: PtyRun) => until(() => terminal.output().includes("/help lists commands."));

/** The catalog has a new version, and omp read it long ago. */
async function ageCatalog(omp: OmpProject, repository: Workspace): Promise<void> {
	await repository.write(".omp-plugin/marketplace.json", catalog("1.1.0"));
	await repository.git("commit", "--quiet", "--all", "--message=New");
	const path = ".omp/marketplaces.json";
	const state = JSON.parse(await omp.home.read(path));
	state.marketplaces[0].updatedAt = "2020-01-01T00:00:00.000Z";
	await omp.home.write(path, JSON.stringify(state));
}

verifies("slash-commands:config:plugins", async () => {
	await using repository = await marketplace();
	await using omp = await ompProject({ replies: [text("On my way.")] });
	await using terminal = started(omp);
	await ready(terminal);
	await say(terminal, "/plugins", "No plugins are installed");
	await say(terminal, `/marketplace add file://${repository.path}`, "Added acme: 1 plugin.");
	await say(terminal, "/marketplace discover ship", "deploy@acme  Ships it");
	await say(terminal, "/marketplace", "or Enter to go back: ");
	await say(terminal, "1", "Installed deploy@acme 1.0.0.");
	await say(terminal, "/plugins list", "deploy@acme 1.0.0");
	await say(terminal, "/deploy:go home", "On my way.");
	const request = JSON.stringify(omp.model.requests.at(-1));
	expect([request.includes("Deploy home now."), request.includes("Ships code")]).toEqual([true, true]);
	await say(terminal, "/plugins disable deploy", "Disabled deploy@acme.");
	await say(terminal, "/marketplace installed", "deploy@acme 1.0.0 (disabled)");
	await say(terminal, "/plugins enable deploy@acme", "Enabled deploy@acme.");
	await say(terminal, "/reload-plugins", "Plugins reloaded.");
	await say(terminal, "/marketplace uninstall deploy@acme", "Uninstalled deploy@acme.");
	await say(terminal, "/marketplace remove acme", "Removed acme.");
	terminal.type("\x04");
	expect(await terminal.exit).toEqual({ code: 0, signal: null });
});

verifies("extensions:marketplace:auto-update", async () => {
	await using repository = await marketplace();
	await using omp = await ompProject();
	const run = async (setting: string | undefined, seen: string) => {
		await omp.home.write(".omp/agent/config.yml", setting ? `marketplace:\n  autoUpdate: ${setting}\n` : "");
		await using terminal = started(omp);
		await ready(terminal);
		if (seen !== "") await until(() => terminal.output().includes(seen));
		await say(terminal, "/plugins", "deploy@acme");
		terminal.type("\x04");
		await terminal.exit;
		return terminal.output();
	};
	const updatedAt = async () => JSON.parse(await omp.home.read(".omp/marketplaces.json")).marketplaces[0].updatedAt;
	await omp.run(["plugin", "marketplace", "add", `file://${repository.path}`]);
	await omp.run(["plugin", "install", "deploy@acme"]);
	await ageCatalog(omp, repository);
	expect(await run("off", "")).not.toContain("New versions");
	expect(await updatedAt()).toStartWith("2020");
	// By default it is only said.
	expect(await run(undefined, "New versions of plugins: deploy@acme 1.0.0 → 1.1.0.")).toContain(
		"deploy@acme 1.0.0\n".trim(),
	);
	expect(await updatedAt()).not.toStartWith("2020");
	await run("auto", "Plugins upgraded: deploy@acme 1.0.0 → 1.1.0.");
	expect((await omp.run(["plugin", "list"])).stdout).toBe("deploy@acme 1.1.0\n");
});

test("a marketplace that cannot be reached holds nothing up and says nothing", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	const entry = {
		name: "acme",
		sourceType: "git",
		sourceUri: "file:///nowhere/at/all",
		catalogPath: "/nowhere",
		addedAt: "",
		updatedAt: "",
	};
	await omp.home.write(".omp/marketplaces.json", JSON.stringify({ version: 1, marketplaces: [entry] }));
	await using terminal = started(omp);
	await ready(terminal);
	await say(terminal, "hi", "Hi.");
	terminal.type("\x04");
	expect(await terminal.exit).toEqual({ code: 0, signal: null });
	expect(terminal.output()).not.toContain("nowhere");
});

describe("at the command line", () => {
	test("a package is installed by omp itself, and its extension loads with what it depends on", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")] });
		await using registry = npmRegistry();
		const publish = async (name: string, files: Readonly<Record<string, string>>) => {
			for (const [path, content] of Object.entries(files)) await omp.home.write(`${name}/package/${path}`, content);
			const archive = omp.home.file(`${name}.tgz`);
			await runCommand(["tar", "-czf", archive, "package"], { cwd: omp.home.file(name) });
			await registry.publish(archive);
		};
		await publish("helper", {
			"package.json": '{"name":"helper","version":"1.0.0"}',
			"index.js": "module.exports = 'helped';",
		});
		await publish("greeter", {
			"package.json": JSON.stringify({
				name: "greeter",
				version: "1.0.0",
				dependencies: { helper: "1" },
				peerDependencies: { "@oh-my-pi/pi-tui": "*" },
				omp: { extensions: ["./main.ts"] },
			}),
			"main.ts": `import help from "helper";
					import { visibleWidth } from "@oh-my-pi/pi-tui";
					export default () => console.error("loaded " + help + " " + visibleWidth("abc"));`,
		});
		// Without Bun or npm on the path.
		const env = { BUN_CONFIG_REGISTRY: registry.url, PATH: "/usr/bin:/bin" };
		const done = await omp.run(["install", "greeter"], { env });
		expect([done.exitCode, done.stdout]).toEqual([0, "Installed greeter 1.0.0\n"]);
		expect((await omp.run(["-p", "hi"], { env })).stderr).toContain("loaded helped 3");
	}, 120_000);
});
