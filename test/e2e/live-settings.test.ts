import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { PtyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { loadTheme } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 60_000;
/** The Kitty form of Esc; a bare ESC byte may also start a longer sequence. */
const escapeKey = "\x1b[27u";
const clearKey = "\x15";
/** Matches across lines. */
const clearAll = `${clearKey}\x7f`.repeat(6);

/** A setting changed in the panel, and its immediate effect on the screen. */
interface Change {
	readonly key: string;
	/** Keys sent on its row. */
	readonly typed: string;
	readonly before: Seen;
	readonly after: Seen;
}

type Seen = (world: World) => boolean | Promise<boolean>;

interface World {
	readonly terminal: PtyRun;
	readonly omp: OmpProject;
	/** Output since the panel was closed. */
	since(): string;
}

const shows =
	(words: string | RegExp): Seen =>
	({ terminal }) =>
		typeof words === "string" ? terminal.screen().includes(words) : words.test(terminal.screen());
const hides =
	(words: string | RegExp): Seen =>
	async (world) =>
		!(await shows(words)(world));
const always: Seen = () => true;

/** Types into the empty editor, captures the screen, and clears it. */
const typing =
	(keys: string, seen: Seen): Seen =>
	async (world) => {
		world.terminal.type(keys);
		await until(() => seen(world), { describe: () => `what ${keys} brings:\n${world.terminal.screen()}` });
		world.terminal.type(`${escapeKey}${clearAll}`);
		await until(() => /[╰'][─-] {40}/.test(world.terminal.screen()));
		return true;
	};

const fourLines = "\x1b[200~a\nb\nc\nd\x1b[201~";
const toggled = "\r";
const chosen = (value: string) => `\r${value}\r`;
const entered = (value: string) => `\r${clearKey}${value}\r`;

async function accentOf(theme: string): Promise<string> {
	const { colors } = await loadTheme(theme, "");
	const { accent } = colors;
	if (accent.kind !== "rgb") throw new Error(`${theme} has no accent of its own`);
	return `38;2;${accent.red};${accent.green};${accent.blue}`;
}

const rows = (count: number): Seen => typing("/", ({ terminal }) => completionRows(terminal) === count);

function completionRows(terminal: PtyRun): number {
	const lines = terminal.screen().trimEnd().split("\n");
	return lines.length - 1 - lines.findLastIndex((line) => line.startsWith("╰─ /"));
}

const changes: readonly Change[] = [
	{
		key: "theme.dark",
		typed: chosen("dark-dracula"),
		before: always,
		after: async ({ since }) => since().includes(await accentOf("dark-dracula")),
	},
	{ key: "hideThinkingBlock", typed: toggled, before: shows("Pondering"), after: hides("Pondering") },
	{ key: "hideThinkingBlock", typed: toggled, before: hides("Pondering"), after: shows("Pondering") },
	{ key: "proseOnlyThinking", typed: toggled, before: hides("secret_code"), after: shows("secret_code") },
	{ key: "display.hideToolActivity", typed: toggled, before: shows("$ echo seen"), after: hides("$ echo seen") },
	{ key: "display.showTokenUsage", typed: toggled, before: hides("⤵"), after: shows("⤵") },
	{ key: "tui.tight", typed: toggled, before: shows(/^ The notes/m), after: shows(/^The notes/m) },
	{
		key: "tui.hyperlinks",
		typed: chosen("always"),
		before: always,
		after: ({ since }) => since().includes("\x1b]8;") && since().includes("https://notes.example"),
	},
	{ key: "git.enabled", typed: toggled, before: shows("⑂ trunk"), after: hides("⑂ trunk") },
	{ key: "statusLine.separator", typed: chosen("pipe"), before: shows(" > "), after: shows("Acme One │") },
	{ key: "statusLine.preset", typed: chosen("minimal"), before: shows("⬢ Acme One"), after: hides("⬢ Acme One") },
	{
		key: "showHardwareCursor",
		typed: toggled,
		before: ({ terminal }) => !terminal.modes().cursorHidden,
		after: ({ terminal }) => terminal.modes().cursorHidden,
	},
	{ key: "autocompleteMaxVisible", typed: entered("3"), before: rows(10), after: rows(3) },
	{
		key: "emojiAutocomplete",
		typed: toggled,
		before: typing("so :tad", shows(":tada:")),
		after: typing("so :tad", shows("so :tad")),
	},
	{
		key: "paste.largeMenuThreshold",
		typed: entered("3"),
		before: typing(fourLines, shows(/ d +─╯/)),
		async after(world) {
			world.terminal.type(fourLines);
			await until(() => shows("Attach as a wrapped block")(world));
			// Closing the menu pastes the lines unchanged.
			return typing(escapeKey, shows(/ d +─╯/))(world);
		},
	},
	{
		key: "treeFilterMode",
		typed: chosen("user-only"),
		before: typing("/tree\r", shows("[default]")),
		after: typing("/tree\r", shows("[user-only]")),
	},
	{
		key: "doubleEscapeAction",
		typed: chosen("none"),
		before: typing(`${escapeKey}${escapeKey}`, shows("Session Tree")),
		after: typing(`${escapeKey}${escapeKey}still`, shows("─ still")),
	},
	{
		key: "terminal.showProgress",
		typed: toggled,
		before: always,
		async after({ terminal, since }) {
			terminal.type("wait\r");
			return until(() => since().includes("\x1b]9;4;"));
		},
	},
];

verifies(
	"settings:panel:live-apply",
	async () => {
		const replies = [
			toolCall(
				"bash",
				{ i: "Looking", command: "echo seen" },
				{ thinking: "Pondering deeply.\n\n```ts\nsecret_code\n```" },
			),
			text("The notes are at [the usual place](https://notes.example).", {
				usage: { inputTokens: 1234, outputTokens: 56 },
			}),
			stalled(text("Never said."), 0),
		];
		await using omp = await ompProject({ files: { "a.txt": "" }, replies });
		await omp.files.git("init", "-q", "-b", "trunk");
		await using terminal = await atTerminal(omp);
		await terminal.say("look", "The notes");
		for (const { key, typed, before, after } of changes) {
			let closedAt = 0;
			const world = { terminal, omp, since: () => terminal.output().slice(closedAt) };
			const told = (when: string) => ({ describe: () => `${key} ${when}, on the screen:\n${terminal.screen()}` });
			await until(() => before(world), told("before"));
			terminal.type(`/settings ${key}\r`);
			await terminal.waitFor("Esc");
			await until(() => terminal.modes().alternateScreen);
			terminal.type(typed);
			// Esc closes the search first, then the panel.
			terminal.type(`${escapeKey}${escapeKey}`);
			await until(() => !terminal.modes().alternateScreen, told("in the panel"));
			closedAt = terminal.output().lastIndexOf("\x1b[?1049l");
			await until(() => after(world), told("after"));
		}
	},
	timeoutMs,
);
