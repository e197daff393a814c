/**
 * A chat without a model: shows how to combine transcript, editor, loader, a dialog and a full-screen surface. Run it
 * with `bun packages/tui/demo/demo.ts`.
 */
import { systemClock } from "../src/clock.ts";
import { buildKeymap } from "../src/input/keymap.ts";
import { matchesKey } from "../src/input/parse-key.ts";
import { TUI_ACTIONS } from "../src/input/tui-actions.data.ts";
import { Markdown } from "../src/markdown/markdown.ts";
import { Screen } from "../src/screen/screen.ts";
import { Transcript } from "../src/screen/transcript/transcript.ts";
import { detectCapabilities, syncOutputIsForced } from "../src/terminal/capabilities.ts";
import { processStreams } from "../src/terminal/process-streams.ts";
import { ProcessTerminal } from "../src/terminal/process-terminal.ts";
import { titanium } from "../src/theme/builtin/titanium.data.ts";
import { parseTheme } from "../src/theme/load/parse-theme.ts";
import { createTheme } from "../src/theme/theme.ts";
import { Container } from "../src/widgets/container.ts";
import { Editor } from "../src/widgets/editor/editor.ts";
import { Loader } from "../src/widgets/loader.ts";
import { SelectList } from "../src/widgets/select-list.ts";
import { Spacer } from "../src/widgets/spacer.ts";
import { Text } from "../src/widgets/text.ts";
import { demoAnswer } from "./demo-answer.data.ts";

const DELTA_CHARACTERS = 12;
const DELTA_MS = 15;

const capabilities = detectCapabilities(process.env);
const terminal = new ProcessTerminal({
	streams: processStreams(),
	capabilities,
	syncOutputIsForced: syncOutputIsForced(process.env),
});
const theme = createTheme(parseTheme(titanium), { colorDepth: capabilities.colorDepth });
const { keymap } = buildKeymap(TUI_ACTIONS);
const prompts: string[] = [];

const transcript = new Transcript();
const chrome = new Container();
const screen = new Screen({ terminal, transcript, chrome });

const loader = new Loader({ theme, onTick: () => screen.requestRender() });
const editor = new Editor({
	theme,
	keymap,
	screenRows: () => screen.rows,
	requestRender: () => screen.requestRender(),
	onSubmit: (text) => send(text),
	topLine: () => ` ${theme.statusLineModel("demo")} ${theme.muted("·")} ${theme.statusLinePath("~/project")} `,
	border: () => theme.thinkingMedium,
	placeholder: () => "Ask anything · /big · ctrl+o choose · ctrl+g full screen · ctrl+d quit",
	history: { entry: (index) => prompts[index] },
	completions: {
		complete({ state }) {
			const line = state.lines[state.lineIndex] ?? "";
			if (!line.startsWith("/")) return undefined;
			const items = [
				{ label: "/big", description: "An answer taller than the screen", submits: true },
				{ label: "/quit", description: "Leave", submits: true },
			].filter((item) => item.label.startsWith(line));
			return { items, start: 0, end: line.length };
		},
	},
});

chrome.replace([new Spacer(), loader, editor]);
screen.setFocus(editor);
screen.addInputListener((event) => {
	if (matchesKey(event.data, "ctrl+d") && editor.isEmpty) void quit();
	else if (matchesKey(event.data, "ctrl+z")) void screen.suspend();
	else if (matchesKey(event.data, "ctrl+l")) screen.reset();
	else if (matchesKey(event.data, "ctrl+o")) choose();
	else if (matchesKey(event.data, "ctrl+g")) showFullscreen();
	else return event;
	return undefined;
});
transcript.append(new Text(theme.bold(theme.accent("omp tui demo")), { paddingX: 1 }), { settled: true });
screen.start();

function send(text: string): void {
	if (text.trim() === "") return;
	editor.clear();
	prompts.unshift(text);
	if (text === "/quit") {
		void quit();
		return;
	}
	transcript.append(new Text(text, { paddingX: 1, background: theme.userMessageBg }), { settled: true });
	stream(text === "/big" ? demoAnswer.repeat(8) : demoAnswer);
}

/** Text arrives in small deltas; the block is settled after the last one. */
function stream(answer: string): void {
	const markdown = new Markdown({ theme });
	const block = transcript.append(markdown);
	loader.start("Working…");
	let sent = 0;
	const next = () => {
		markdown.append(answer.slice(sent, sent + DELTA_CHARACTERS));
		sent += DELTA_CHARACTERS;
		if (sent >= answer.length) {
			markdown.finish();
			block.settle();
			loader.stop();
		} else {
			systemClock.after(DELTA_MS, next);
		}
		screen.requestRender();
	};
	next();
}

function choose(): void {
	const close = (choice?: string) => {
		dialog.hide();
		if (choice) transcript.append(new Text(theme.muted(`You chose ${choice}`), { paddingX: 1 }), { settled: true });
		screen.requestRender();
	};
	const list = new SelectList({
		items: Array.from({ length: 30 }, (_, index) => ({
			value: `model-${index}`,
			label: `model-${index}`,
			description: "made up",
		})),
		keymap,
		theme,
		filterable: true,
		maxVisible: 8,
		onSelect: close,
		onCancel: () => close(),
	});
	const dialog = screen.showOverlay(list, { anchor: "bottom-center", width: 40, margin: 1 });
}

function showFullscreen(): void {
	const close = () => surface.hide();
	const list = new SelectList({
		items: ["General", "Appearance", "Keys"].map((label) => ({ value: label, label })),
		keymap,
		theme,
		onSelect: close,
		onCancel: close,
	});
	const surface = screen.showFullscreen(list);
}

async function quit(): Promise<void> {
	loader.stop();
	await screen.stop();
}
