import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type AtTerminal, atTerminal, opened } from "./at-terminal.ts";

setDefaultTimeout(60_000);

/** omp at a terminal with one extension whose command `/go` runs the given body; `before` runs while it loads. */
async function extended(
	body: string,
	{ before = "", ...options }: { before?: string } & Parameters<typeof ompProject>[0] = {},
) {
	const source = `import { Text } from "@oh-my-pi/pi-tui";
		import { CustomEditor } from "@oh-my-pi/pi-coding-agent";
		export default (pi) => { ${before};
			pi.registerCommand("go", { handler: async (args, { ui }) => { ${body} } }); };`;
	const omp = await ompProject({ ...options, files: { "x.ts": source } });
	await omp.home.write(".omp/agent/config.yml", "setupVersion: 1\n");
	const terminal = await atTerminal(omp, { args: ["-e", "x.ts", "--approval-mode", "yolo"] });
	return Object.assign(terminal, {
		omp,
		/** Types and waits until that is in the editor, since the rows around it may change at any time. */
		async draft(line: string) {
			terminal.type(line);
			await terminal.waitFor(line);
		},
		async [Symbol.asyncDispose]() {
			terminal.kill();
			await terminal.exit;
			await omp[Symbol.asyncDispose]();
		},
	});
}

/** The rows from the editor's upper edge on. */
const fromEditor = ({ screen }: Pick<AtTerminal, "screen">) => screen().slice(screen().lastIndexOf("╭─"));

describe("what extensions ask", () => {
	verifies("extensions:ui:dialogs", async () => {
		await using terminal = await extended(`
			ui.notify("chose " + await ui.select("Which one?", ["red", "green"]));
			ui.notify("sure " + await ui.confirm("Really?", "It is " + "green."));
			ui.notify("named " + await ui.input("Your name?", "somebody"));
			ui.notify("wrote " + JSON.stringify(await ui.editor("Some lines", "first")));
			ui.notify("prompted " + JSON.stringify(await ui.editor("A prompt", "", {}, { promptStyle: true })));
			ui.notify("late " + await ui.select("Too late?", ["x"], { timeout: 300 }) + " " + await ui.confirm("Late?", "Yes?", { timeout: 300 }));
			const gone = new AbortController();
			setTimeout(() => gone.abort(), 300);
			ui.notify("gone " + await ui.input("Gone?", "", { signal: gone.signal }) + " " + await ui.editor("Gone", "", { signal: gone.signal }));
		`);
		terminal.type("/go\r");
		await terminal.waitFor("Which one?");
		terminal.type("\x1b[B\r");
		await terminal.waitFor("It is green.");
		terminal.type("\r");
		await terminal.waitFor("Your name?");
		expect(terminal.screen()).toContain("somebody");
		terminal.type("Ada\r");
		await terminal.waitFor("Some lines");
		terminal.type("\rsecond\x11");
		await terminal.waitFor("A prompt");
		terminal.type("one\x1b\rtwo\r");
		await terminal.waitFor("gone undefined undefined");
		// Said one after the other, all of them stay.
		for (const said of [
			"chose green",
			"sure true",
			"named Ada",
			'wrote "first\\nsecond"',
			'prompted "one\\ntwo"',
			"late undefined false",
		]) {
			expect(terminal.screen()).toContain(said);
		}
	});

	test("a question while the model works waits until the user has stopped typing", async () => {
		const held = gate();
		const reply = {
			...toolCall("bash", { i: "x", command: "true" }),
			delivery: { hold: { afterChunks: 1, gate: held } },
		};
		await using terminal = await extended("", {
			before: `pi.on("tool_call", async (_event, ctx) => { ctx.ui.notify("answer " + await ctx.ui.confirm("Run it?", "Sure?")); })`,
			replies: [reply, text("Done.")],
		});
		terminal.type("hi\r");
		await until(() => terminal.omp.model.requests.length > 0);
		terminal.type("y");
		held.open();
		await terminal.waitFor("Run it?");
		terminal.type("y\r");
		// The key and Enter of somebody who is typing do not answer it.
		expect(terminal.screen()).not.toContain("answer false");
		expect(terminal.screen()).not.toContain("answer true");
		await opened(terminal, "Run it?");
		terminal.type("\x1b");
		await terminal.waitFor("answer false");
	});
});

describe("what extensions show", () => {
	verifies("extensions:ui:status-and-widgets", async () => {
		await using terminal = await extended(`
			ui.setStatus("b", "second\\x1b[31m\\n  part");
			ui.setStatus("a", "first");
			ui.setWidget("long", Array.from({ length: 12 }, (_, index) => "row" + (index + 1) + "."));
			ui.setWidget("under", ["under the editor"], { placement: "belowEditor" });
			ui.setWidget("made", (screen, theme) => ({ render: (width) => [theme.fg("accent", "made " + (width > 0))] }));
			ui.setWidget("broken", () => ({ render() { throw new Error("cannot draw"); } }));
			ui.setHeader(() => ({ render: () => ["the header"] }));
			ui.setFooter((screen, theme, facts) => ({
				render: () => ["the footer " + facts.getGitBranch() + " " + facts.getExtensionStatuses().get("a")],
			}));
		`);
		terminal.type("/go\r");
		await terminal.waitFor("the footer null first");
		await terminal.waitFor("cannot draw");
		const screen = terminal.screen();
		expect(screen).toContain("first · second part");
		expect(screen).toContain("row10.");
		expect(screen).not.toContain("row11.");
		const order = ["the header", "row1.", "made true", "first · second part", "under the editor", "the footer"];
		expect(order.map((words) => screen.indexOf(words))).toEqual(
			order.map((words) => screen.indexOf(words)).toSorted((one, other) => one - other),
		);
		expect(fromEditor(terminal)).toContain("under the editor");
		expect(fromEditor(terminal)).not.toContain("row10.");
	});

	test("the words while the model works, and the title of the terminal", async () => {
		const held = gate();
		const reply = { ...text("Done."), delivery: { hold: { afterChunks: 1, gate: held } } };
		await using terminal = await extended(`ui.setTitle("my title"); ui.setWorkingMessage("Brewing…");`, {
			replies: [reply],
		});
		terminal.type("/go\r");
		await until(() => terminal.output().includes("my title\x07"));
		terminal.type("hi\r");
		await terminal.waitFor("Brewing…");
		held.open();
		await terminal.waitFor("Done.");
	});

	test("rows that are too wide, too many or hostile leave the editor where it is", async () => {
		await using terminal = await extended(`
			ui.setFooter(() => ({ render: () => Array.from({ length: 200 }, (_, index) => "foot" + index + ".") }));
			ui.setWidget("w", () => ({ render: () => ["wide".repeat(200), "one\\ntwo", "\\x1b[2J\\x1b[1;1Hjumped", "\\x1b[31mred"] }));
		`);
		terminal.type("/go\r");
		await terminal.waitFor("foot0.");
		await terminal.draft("still here");
		expect(fromEditor(terminal)).toContain("still here");
		const rows = terminal
			.screen()
			.split("\n")
			.map((row) => row.trimEnd());
		expect(rows).toContain("one");
		expect(rows).toContain("two");
		expect(rows).toContain("jumped");
		expect(rows.indexOf("jumped")).toBe(rows.indexOf("two") + 1);
		expect(terminal.screen()).not.toContain("foot40.");
	});

	verifies("extensions:ui:custom-component", async () => {
		await using terminal = await extended("", {
			before: `const make = (screen, theme, keymap, done) => ({
					render: (width) => ["Press q " + theme.bold("now")],
					handleInput: (data) => { if (data === "q") { done("quit"); done("twice"); } },
					dispose: () => seen.notify("disposed"),
				});
				let seen;
				const show = (overlay) => async ({ ui }) => {
					seen = ui;
					const result = await ui.custom(make, { overlay });
					ui.notify(result + " with " + ui.getEditorText());
				};
				pi.registerShortcut("alt+1", { handler: show(false) });
				pi.registerShortcut("alt+2", { handler: show(true) });
				pi.registerShortcut("alt+3", { handler: async ({ ui }) =>
					ui.notify("closed " + await ui.custom(() => ({ render() { throw new Error("no picture"); } }))) });`,
		});
		await terminal.draft("my draft");
		terminal.type("\x1b1");
		await terminal.waitFor("Press q now");
		// In place of the editor.
		expect(fromEditor(terminal)).not.toContain("my draft\n");
		terminal.type("q");
		await terminal.waitFor("quit with my draft");
		await terminal.waitFor("disposed");
		expect(fromEditor(terminal)).toContain("my draft");
		terminal.type("\x1b2");
		await terminal.waitFor("Press q now");
		terminal.type("zq");
		await until(() => terminal.screen().split("quit with my draft").length === 3);
		expect(terminal.screen()).not.toContain("Press q now");
		// One that cannot be drawn does not take the editor away.
		terminal.type("\x1b3");
		await terminal.waitFor("closed undefined");
		await terminal.waitFor("no picture");
		expect(fromEditor(terminal)).toContain("my draft");
	});
});

describe("the editor and the keys", () => {
	verifies("extensions:ui:editor-access", async () => {
		await using terminal = await extended(
			`if (args === "mine") ui.setEditorComponent((screen, theme, keymap) => {
				const editor = new CustomEditor(screen, theme, keymap);
				return Object.assign(editor, { topLine: () => "MINE" });
			});
			else if (args === "broken") ui.setEditorComponent(() => ({ render() { throw new Error("no editor"); }, getText: () => "", setText() {} }));
			else ui.setEditorComponent(undefined);`,
			{
				before: `
				pi.registerShortcut("alt+1", { handler: ({ ui }) => ui.notify("it says <" + ui.getEditorText() + ">") });
				pi.registerShortcut("alt+2", { handler: ({ ui }) => ui.setEditorText("set by me") });
				pi.registerShortcut("alt+3", { handler: ({ ui }) => ui.pasteToEditor(" and pasted") });
				pi.on("session_start", (_event, { ui }) => {
					ui.addAutocompleteProvider((current) => ({ ...current, async getSuggestions(lines, line, column, options) {
						if (lines[line].endsWith("~bad")) throw new Error("no completions");
						if (!lines[line].endsWith("~")) return current.getSuggestions(lines, line, column, options);
						return { items: [{ value: "~wave", description: "A wave" }], prefix: "~" };
					} }));
				});`,
				replies: [text("Got it.")],
			},
		);
		await terminal.draft("typed");
		terminal.type("\x1b1");
		await terminal.waitFor("it says <typed>");
		terminal.type("\x1b2\x1b3");
		await terminal.waitFor("set by me and pasted");
		terminal.type("~");
		await terminal.waitFor("A wave");
		terminal.type("\t");
		await terminal.waitFor("and pasted~wave");
		terminal.type("\x15/hotk");
		await terminal.waitFor("Show keyboard shortcuts");
		terminal.type("\x15~bad");
		await terminal.waitFor("no completions");
		terminal.type("\x15/go mine\r");
		await until(() => fromEditor(terminal).includes("MINE"));
		await terminal.draft("from my editor");
		terminal.type("\r");
		await terminal.waitFor("Got it.");
		expect(JSON.stringify(terminal.omp.model.requests[0])).toContain("from my editor");
		await terminal.draft("kept");
		// One that cannot be drawn gives way to the usual one.
		terminal.type("\x15/go broken\r");
		await terminal.waitFor("no editor");
		await until(() => !fromEditor(terminal).includes("MINE") && fromEditor(terminal).includes("╰─"));
		await terminal.draft("usual again");
	});

	verifies("extensions:ui:theme-access", async () => {
		await using terminal = await extended(`
			const names = ui.getAllThemes().map(({ name }) => name);
			ui.notify("mine " + names.includes("mine") + " light " + names.includes("light") + " now " + ui.theme.name);
			ui.notify("unknown " + ui.getTheme("nope") + " known " + ui.getTheme("light").name);
			ui.notify(JSON.stringify(await ui.setTheme("nope")));
			ui.notify(JSON.stringify(await ui.setTheme("light")) + " now " + ui.theme.name);
			ui.notify(JSON.stringify(await ui.setTheme(ui.getTheme("dark-nord"))) + " at last " + ui.theme.name);
		`);
		await terminal.omp.home.write(".omp/agent/themes/mine.json", "{}");
		terminal.type("/go\r");
		await terminal.waitFor("at last dark-nord");
		const screen = terminal.screen();
		expect(screen).toContain("mine true light true now titanium");
		expect(screen).toContain("unknown undefined known light");
		expect(screen).toContain('{"success":false,"error":"Theme not found: nope"}');
		expect(screen).toContain('{"success":true} now light');
		// It is for this session; the user's choice stays.
		expect(await terminal.omp.home.read(".omp/agent/config.yml")).toBe("setupVersion: 1\n");
	});

	verifies("extensions:ui:terminal-input", async () => {
		await using terminal = await extended(`
			const leave = ui.onTerminalInput((data) => {
				if (data === "!") { leave(); ui.notify("left"); }
				if (data === "b") throw new Error("on b");
				return { consume: data !== "c" };
			});
			ui.notify("listening");`);
		terminal.type("/go\r");
		await terminal.waitFor("listening");
		// Also keys that omp has a use for: Ctrl+C twice would end it.
		for (const key of ["a", "\x03", "\x03", "c", "b", "!"]) terminal.type(key);
		await terminal.waitFor("left");
		await terminal.waitFor("on b");
		await terminal.draft("free");
		expect(fromEditor(terminal)).toContain("cbfree");
	});

	verifies("extensions:shortcut:register", async () => {
		await using terminal = await extended("", {
			before: `
			pi.registerShortcut("alt+w", { description: "Says wow", handler: ({ ui }) => ui.notify("wow") });
			pi.registerShortcut("Shift+Ctrl+X", { description: "First", handler: () => {} });
			pi.registerShortcut("ctrl+shift+x", { description: "Second", handler: () => {} });
			pi.registerShortcut("shift+ctrl+p", { description: "Never seen", handler: ({ ui }) => ui.notify("never") });
			pi.registerShortcut("return", { description: "Never seen", handler: ({ ui }) => ui.notify("never") });
			pi.registerShortcut("alt+e", { handler: () => { throw new Error("broken key"); } });`,
		});
		await terminal.waitFor("The shortcut shift+ctrl+p is reserved");
		await terminal.waitFor("The shortcut return is reserved");
		await terminal.waitFor("The shortcut ctrl+shift+x of x is replaced");
		await terminal.press("\x1bw", "wow");
		await terminal.press("\x1be", "broken key");
		await terminal.say("/hotkeys", "Says wow");
		expect(terminal.screen()).toMatch(/alt\+w +Says wow/);
		expect(terminal.screen()).toMatch(/ctrl\+shift\+x +Second/);
		expect(terminal.history()).not.toContain("Never seen");
	});
});

describe("how extensions draw the transcript", () => {
	verifies("extensions:renderer:message", async () => {
		await using terminal = await extended(
			`for (const customType of ["drawn", "thrown", "late", "left"]) pi.sendMessage({ customType, content: "plain " + customType, display: true, details: { n: 7 } });`,
			{
				before: `
				pi.registerMessageRenderer("drawn", (message, { expanded }, theme) =>
					new Text(theme.fg("accent", [message.content, message.details.n, expanded].join("/")), 0, 0));
				pi.registerMessageRenderer("thrown", () => { throw new Error("cannot make"); });
				pi.registerMessageRenderer("late", () => ({ render() { throw new Error("cannot draw"); } }));
				pi.registerMessageRenderer("left", () => undefined);`,
			},
		);
		terminal.type("/go\r");
		await terminal.waitFor("plain drawn/7/false");
		for (const words of ["plain thrown", "plain late", "plain left", "cannot make", "cannot draw"]) {
			await terminal.waitFor(words);
		}
		terminal.type("\x0f");
		await terminal.waitFor("plain drawn/7/true");
	});

	verifies("extensions:renderer:thinking", async () => {
		await using terminal = await extended("", {
			before: `pi.registerAssistantThinkingRenderer(({ text, contentIndex, thinkingIndex, requestRender }, theme) => {
				if (text.includes("secret")) throw new Error("will not draw");
				if (text.includes("usual")) return undefined;
				return new Text("thought " + [contentIndex, thinkingIndex, typeof requestRender, text.length].join("/"), 0, 0);
			});`,
			replies: [
				text("One.", { thinking: "abc" }),
				text("Two.", { thinking: "the usual" }),
				text("Three.", { thinking: "a secret" }),
			],
		});
		await terminal.say("a", "One.");
		expect(terminal.screen()).toContain("thought 0/0/function/3");
		expect(terminal.screen()).not.toContain("abc");
		await terminal.say("b", "Two.");
		expect(terminal.screen()).toContain("the usual");
		await terminal.say("c", "Three.");
		expect(terminal.screen()).toContain("a secret");
		await terminal.waitFor("will not draw");
	});

	test("calls of tools, also of one in place of a built-in, and of one that cannot draw", async () => {
		const tool = (name: string, more: string) => `pi.registerTool({ name: "${name}", description: "D", approval: "read",
			parameters: { type: "object", properties: { path: { type: "string" } } },
			execute: async () => ({ content: [{ type: "text", text: "the text of ${name}" }], details: { n: 5 } }), ${more} });`;
		await using terminal = await extended("", {
			before: [
				tool(
					"bash",
					`renderCall: ({ path }, { isPartial }, theme) => new Text(theme.bold("my bash") + " " + path, 0, 0),
					renderResult: ({ content, details, isError }, { expanded, isPartial }, theme, args) =>
						new Text([details.n, isError, expanded, isPartial, args.path].join("/"), 0, 0)`,
				),
				tool("half", `label: "Half of it", renderResult: () => new Text("only the result", 0, 0)`),
				tool("bad", `renderCall: () => { throw new Error("no call"); }`),
			].join("\n"),
			replies: ["bash", "half", "bad"].map((name) => toolCall(name, { path: "a.txt" })).concat(text("All done.")),
		});
		await terminal.say("go", "All done.");
		const screen = terminal.screen();
		expect(screen).toContain("my bash a.txt");
		expect(screen).toContain("5/false/false/false/a.txt");
		expect(screen).toContain("Half of it");
		expect(screen).toContain("only the result");
		expect(screen).toContain("the text of bad");
		await terminal.waitFor("no call");
	});
});

test("after a reload nothing of the old one is left on the screen", async () => {
	await using terminal = await extended("", {
		before: `pi.registerCommand("again", { handler: async (_args, ctx) => ctx.reload() });
		pi.on("session_start", async (_event, { ui }) => {
			if (globalThis.hasBegun) return void ui.notify("reloaded as " + ui.theme.name);
			globalThis.hasBegun = true;
			ui.setStatus("s", "old status");
			ui.setWidget("w", ["old widget"]);
			ui.setWidget("v", ["old lower widget"], { placement: "belowEditor" });
			ui.setHeader(() => ({ render: () => ["old header"] }));
			ui.setFooter(() => ({ render: () => ["old footer"] }));
			ui.setEditorComponent((...given) => Object.assign(new CustomEditor(...given), { topLine: () => "old editor" }));
			ui.addAutocompleteProvider((current) => ({ getSuggestions: () => ({ items: [{ value: "old completion" }], prefix: "" }) }));
			await ui.setTheme("light");
			ui.notify("began as " + ui.theme.name);
		});`,
	});
	await terminal.waitFor("began as light");
	await terminal.waitFor("old editor");
	terminal.type("x");
	await terminal.waitFor("old completion");
	terminal.type("\x15/again\r\r");
	await terminal.waitFor("reloaded as titanium");
	terminal.type("x");
	await until(() => !/old (?:status|widget|lower|header|footer|editor|completion)/.test(fromEditor(terminal)), {
		describe: () => terminal.screen(),
	});
	expect(terminal.screen()).not.toContain("old header");
	expect(terminal.screen()).not.toContain("old widget");
});
