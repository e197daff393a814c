import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type AtTerminal, atTerminal } from "./at-terminal.ts";
import { example } from "./example-options.ts";

/** The executable is made once. */
setDefaultTimeout(120_000);

const yolo = ["--approval-mode", "yolo"];
const shown = [
	"release-questions",
	"modal-editor",
	"issue-completions",
	"theme-switcher",
	"key-game",
	"around-the-editor",
	"own-look",
];

const quit = async (terminal: AtTerminal) => {
	terminal.type("\x04");
	await terminal.exit;
};

/** Answers the next dialog of this method. */
async function answer(host: RpcHost, method: string, reply: object, from: number): Promise<Record<string, unknown>> {
	const asked = await host.frame({ type: "extension_ui_request", method }, { from });
	host.send({ type: "extension_ui_response", id: asked.id, ...reply });
	return asked;
}

describe("examples that show something", () => {
	test("in print mode all of them together say nothing and are in nobody's way", async () => {
		await using omp = await ompProject({ replies: [toolCall("compare", { one: 2, other: 1 }), text("A.")] });
		expect(await omp.run([...example(...shown), "-p", "go"])).toEqual({ stdout: "A.\n", stderr: "", exitCode: 0 });
		expect(JSON.stringify(omp.model.requests[1])).toContain("2 > 1");
		// Nobody answers, so there is no release.
		const none = await omp.run([...example(...shown), "-p", "/release 1.0.0"]);
		expect(none).toEqual({ stdout: "", stderr: "", exitCode: 0 });
		expect(omp.model.requests).toHaveLength(2);
	});

	test("over RPC dialogs are asked, lines are sent, and the rest does nothing", async () => {
		await using omp = await ompProject({ replies: [text("Released."), text("B.")] });
		Object.assign(omp.env, { PI_RPC_EMIT_TITLE: "1" });
		await using host = rpcHost(omp, { args: example(...shown) });
		let from = host.frames.length;
		host.send({ id: "r", type: "prompt", message: "/release" });
		expect(await answer(host, "select", { value: "minor" }, from)).toMatchObject({
			title: "What kind of release?",
			options: ["patch", "minor", "major"],
		});
		expect(await answer(host, "input", { value: "1.1.0" }, from)).toMatchObject({ placeholder: "1.2.3" });
		expect(await answer(host, "editor", { value: "Better" }, from)).toMatchObject({ prefill: "# 1.1.0\n\n" });
		expect(await answer(host, "confirm", { confirmed: true }, from)).toMatchObject({ timeout: 60_000 });
		await host.frame({ method: "setTitle", title: "release 1.1.0" }, { from });
		await host.frame({ type: "agent_end" }, { from });
		expect(JSON.stringify(omp.model.requests[0])).toContain("minor release 1.1.0");
		await host.frame({ method: "setWidget", widgetKey: "turns", widgetPlacement: "belowEditor" }, { from });
		from = host.frames.length;
		for (const [line, message] of [
			["/look light", "Theme switching not supported in RPC mode"],
			["/count", "There is no screen"],
		]) {
			await host.ask({ id: `${line}`, type: "prompt", message: line });
			await host.frame({ method: "notify", message }, { from });
		}
		await host.ask({ id: "m", type: "prompt", message: "/modal" });
		await host.ask({ id: "l", type: "prompt", message: "/lock" });
		await host.frame({ method: "setWidget", widgetLines: ["Locked; F2 unlocks"] }, { from });
		expect(host.frames.filter(({ type }) => type === "extension_error")).toEqual([]);
		expect(await host.end()).toBe(0);
	});

	test("questions for a release at the terminal", async () => {
		await using omp = await ompProject({ replies: [text("Released."), text("Committed.")] });
		await using terminal = await atTerminal(omp, { args: example("release-questions") });
		terminal.type("/release 2.0.0\r");
		await terminal.waitFor("What kind of release?");
		terminal.type("\x1b[B\x1b[B\r");
		await terminal.waitFor("# 2.0.0");
		terminal.type("\rFaster\rand smaller\x11");
		await terminal.waitFor("Release 2.0.0?");
		expect(terminal.screen()).toContain("and smaller");
		expect(terminal.screen()).toMatch(/Closes in \d\d s/);
		terminal.type("\r");
		await terminal.waitFor("Released.");
		expect(terminal.output()).toContain("release 2.0.0\x07");
		expect(JSON.stringify(omp.model.requests[0])).toContain("major release 2.0.0");
		terminal.type("/commit-message\r");
		await terminal.waitFor("Commit message");
		terminal.type("One\r");
		await terminal.waitFor("Committed.");
		await quit(terminal);
	});

	test("questions for a release where there are only lines, and what needs a screen does nothing", async () => {
		await using omp = await ompProject({ replies: [text("Released.")] });
		const command = [...omp.command, "--plain", ...example(...shown)];
		await using terminal = ptyRun(command, { cols: 120, rows: 60, cwd: omp.path, env: omp.env });
		const answers = (line: string, words: string) => {
			const before = terminal.output().length;
			terminal.type(`${line}\r`);
			return until(() => terminal.output().slice(before).includes(words), { describe: () => terminal.output() });
		};
		await until(() => terminal.output().includes("/help lists commands."));
		await answers("/count", "There is no screen");
		await answers("/look light", "There is no screen");
		await answers("/release 3.0.0", "What kind of release?");
		await answers("1", "Release notes");
		await answers("Only bugs", "Release 3.0.0?");
		await answers("1", "Released.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("patch release 3.0.0. Notes:\\n\\nOnly bugs");
	});

	test("another editor and other completions at the terminal", async () => {
		await using omp = await ompProject({ replies: [text("Got it.")] });
		await using terminal = await atTerminal(omp, { args: example("modal-editor", "issue-completions") });
		terminal.type("see gh:1");
		await terminal.waitFor("The parser loops");
		terminal.type("\t\x15/modal\r");
		await terminal.waitFor("INSERT");
		terminal.type("quiet");
		await terminal.waitFor("quiet");
		terminal.type("\x1b");
		await terminal.waitFor("NORMAL");
		terminal.type("x");
		await until(() => !terminal.screen().includes("quiet"));
		terminal.type("iloud");
		await terminal.waitFor("loud");
		terminal.type("\x1bu");
		await terminal.waitFor("LOUD");
		terminal.type("\x1bt");
		await terminal.waitFor(/LOUD\d{4}-\d\d-\d\d/);
		terminal.type("\r");
		await terminal.waitFor("Got it.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("LOUD");
		// The up key finds it again.
		terminal.type("\x1b[A");
		await terminal.waitFor(/╰─ LOUD\d{4}/);
		terminal.type("\x15/modal\r");
		await until(() => !terminal.screen().includes("INSERT"));
		await quit(terminal);
	});

	test("components, raw input and themes at the terminal", async () => {
		await using omp = await ompProject({});
		await using terminal = await atTerminal(omp, { args: example("key-game", "theme-switcher") });
		terminal.type("/count\r");
		await terminal.waitFor("Count: 0");
		terminal.type("\x1b[A\x1b[A");
		await terminal.waitFor("Count: 2");
		terminal.type("\r");
		await terminal.waitFor("Counted to 2");
		terminal.type("/count over\r");
		await terminal.waitFor("Count: 0");
		terminal.type("\x1b[B\r");
		await terminal.waitFor("Counted to -1");
		terminal.type("/lock\r");
		await terminal.waitFor("Locked; F2 unlocks");
		terminal.type("nothing\x1bOQ");
		await until(() => !terminal.screen().includes("Locked; F2 unlocks"));
		terminal.type("free");
		await terminal.waitFor("free");
		expect(terminal.screen()).not.toContain("nothing");
		terminal.type("\x15/look dark-nord\r");
		await terminal.waitFor("dark-nord is one of");
		await terminal.say("/look nope", "Theme not found: nope");
		await quit(terminal);
	});

	test("rows around the editor and another look of the transcript at the terminal", async () => {
		const replies = [toolCall("compare", { one: 1, other: 2 }, { thinking: "Which one is less" }), text("Done.")];
		await using omp = await ompProject({ replies });
		await using terminal = await atTerminal(omp, { args: [...example("around-the-editor", "own-look"), ...yolo] });
		await terminal.waitFor("No production data in here");
		await terminal.waitFor("0 turns");
		await terminal.say("compare", "Done.");
		for (const words of ["thought 1: 4 words", "compare 1 and 2", "The sign is <", "turn 1: 1 calls", "2 turns"]) {
			await terminal.waitFor(words);
		}
		await terminal.say("/weather", "☀ Sunny");
		expect(terminal.screen()).not.toContain("and 20 degrees");
		await terminal.press("\x1bx", "and 20 degrees");
		await terminal.say("/hotkeys", "Show the results of tools in full");
		await quit(terminal);
	});
});
