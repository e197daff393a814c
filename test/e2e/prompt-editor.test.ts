import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 20_000;
const clearKey = "\x15";
const upKey = "\x1b[A";
const onePixel = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const paste = (content: string) => `\x1b[200~${content}\x1b[201~`;

verifies(
	"slash-commands:prefix:mention",
	async () => {
		await using omp = await ompProject({ files: { "a b.txt": "needle", "src/x.ts": "" }, replies: [text("Seen.")] });
		await Bun.write(`${omp.path}/p.png`, onePixel);
		await using terminal = await atTerminal(omp);
		await terminal.say('compare @"a b.txt" with @p.png and @src and @missing', "Seen.");
		const request = JSON.stringify(omp.model.requests[0]);
		expect(request).toContain('a b.txt\\">\\nneedle');
		expect(request).toContain("x.ts");
		expect(request).toContain('"media_type":"image/png"');
		expect(request).toContain("compare @");
	},
	timeoutMs,
);

test(
	"a prompt that ends in a file is completed once and then sent",
	async () => {
		await using omp = await ompProject({
			files: { "src/parse.ts": "x", "src/other.ts": "" },
			replies: [text("Seen.")],
		});
		await using terminal = await atTerminal(omp);
		terminal.type("explain @pars");
		await terminal.waitFor("❯ src/parse.ts");
		terminal.type("\t");
		await until(() => terminal.screen().includes("─ explain @src/parse.ts "));
		await terminal.press("\r", "Seen.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("explain @src/parse.ts");
	},
	timeoutMs,
);

verifies(
	"tui:complete:triggers",
	async () => {
		await using omp = await ompProject({ files: { "src/needle.ts": "x", "docs/guide.md": "y" } });
		await using terminal = await atTerminal(omp);
		const opens = async (typed: string, shown: string) => {
			await terminal.press(typed, shown);
			terminal.type(clearKey);
			await until(() => !terminal.screen().includes(shown));
		};
		await opens("/", "❯ help");
		await opens("/fast ", "Use the fast tier");
		await opens("see @need", "❯ src/needle.ts");
		await opens("see ./do", "❯ ./docs/");
		await opens("see #", "❯ #copy-line");
		await opens("so :tad", "🎉 :tada:");
		terminal.type("see doc");
		await until(() => terminal.screen().includes("─ see doc"));
		terminal.type("\t");
		await until(() => terminal.screen().includes("─ see docs/"));
	},
	timeoutMs,
);

verifies(
	"tui:editor:external",
	async () => {
		await using omp = await ompProject({ replies: [text("Sent.")] });
		await using terminal = await atTerminal(omp, { env: { VISUAL: "sed -i s/draft/letter/", EDITOR: "false" } });
		terminal.type(`a draft ${paste("line\n".repeat(20))}`);
		await until(() => terminal.screen().includes("[Paste #1 +20 lines]"));
		terminal.type("\x07");
		await until(() => terminal.screen().includes("─ a letter [Paste #1 +20 lines]"));
		await terminal.press("\r", "Sent.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("a letter line\\nline\\n");
	},
	timeoutMs,
);

verifies(
	"tui:editor:image-attach",
	async () => {
		await using omp = await ompProject({ replies: [text("Seen.")] });
		await Bun.write(`${omp.path}/shot.png`, onePixel);
		await using terminal = await atTerminal(omp);
		terminal.type(`look: ${paste(`${omp.path}/shot.png`)}`);
		await until(() => terminal.screen().includes("look: [Image #1, 1x1]"));
		await terminal.press("\r", "Seen.");
		const [request] = omp.model.requests;
		expect(JSON.stringify(request)).toContain('"media_type":"image/png"');
	},
	timeoutMs,
);

verifies(
	"tui:editor:paste-menu",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await omp.home.write(".omp/agent/config.yml", "paste:\n  largeMenuThreshold: 100\n");
		await using terminal = await atTerminal(omp);
		const large = Array.from({ length: 120 }, (_, line) => `row ${line}`).join("\n");
		await terminal.press(paste(large), "Attach as a wrapped block");
		await terminal.press("\r", "[Paste #1 +120 lines]");
		await terminal.press("\r", "One.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("<attachment>\\nrow 0\\n");
		await terminal.press(paste(large), "Attach as local file");
		terminal.type("\x1b[B");
		await terminal.press("\r", "local://paste-");
		await terminal.press("\r", "Two.");
		expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("local://paste-");
	},
	timeoutMs,
);

verifies(
	"tui:editor:clipboard",
	async () => {
		await using omp = await ompProject({ replies: [text("Answer.")] });
		await omp.home.write(
			"bin/xclip",
			'#!/bin/sh\ncase "$*" in *image*) exit 1;; *-o) cat "$HOME/clip";; *) cat > "$HOME/clip";; esac\n',
		);
		await chmod(`${omp.home.path}/bin/xclip`, 0o755);
		const path = `${omp.home.path}/bin:/usr/bin:/bin`;
		{
			await using desktop = await atTerminal(omp, { env: { PATH: path, DISPLAY: ":0", WAYLAND_DISPLAY: "" } });
			await desktop.say("hello", "Answer.");
			await desktop.say("/copy last", "Copied");
			await until(async () => (await omp.home.read("clip").catch(() => "")) === "Answer.");
			expect(desktop.output()).not.toContain("\x1b]52;c;");
			await omp.home.write("clip", "from elsewhere");
			terminalPaste(desktop);
			await until(() => desktop.screen().includes("─ from elsewhere"));
		}
		await using remote = await atTerminal(omp, { env: { PATH: path, DISPLAY: ":0", SSH_CONNECTION: "1.2.3.4 5" } });
		remote.type("some words");
		await until(() => remote.screen().includes("─ some words"));
		remote.type("\x1bC");
		await until(() => remote.output().includes(`\x1b]52;c;${Buffer.from("some words").toString("base64")}`));
	},
	timeoutMs,
);

function terminalPaste(terminal: { type(keys: string): void }): void {
	terminal.type("\x16");
}

verifies(
	"tui:models:cycle",
	async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/config.yml", "modelRoles:\n  smol: acme/a-2\n  default: acme/a-1\n");
		await using terminal = await atTerminal(omp);
		await terminal.press("\x10", "◀ smol ▶");
		await terminal.waitFor("⬢ Acme Two");
		await terminal.press("\x10", "◀ default ▶");
		await terminal.waitFor("⬢ Acme One");
		await until(() => !terminal.screen().includes("default ▶"));
	},
	timeoutMs,
);

verifies(
	"tui:submit:ctrl-c-d",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		{
			await using terminal = await atTerminal(omp);
			await terminal.say("hello", "One.");
			terminal.type("thrown away");
			await until(() => terminal.screen().includes("─ thrown away"));
			terminal.type("\x03");
			await until(() => !terminal.screen().includes("─ thrown away"));
			terminal.type(upKey);
			await until(() => terminal.screen().includes("─ thrown away"));
			terminal.type("\x04");
			expect((await terminal.exit).code).toBe(0);
		}
		await using terminal = await atTerminal(omp, { args: ["-c"] });
		await until(() => terminal.screen().includes("─ thrown away"));
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
		expect(terminal.screen()).toContain("omp --resume");
	},
	timeoutMs,
);
