/**
 * For tests in real terminals: plays a random conversation, one step for every `n` typed, and writes the expected
 * screen to a file. `q` quits. bun play-in-terminal.ts <seed> <file> [fullscreens]
 */
import { writeFileSync } from "node:fs";
import { Screen } from "../screen/screen.ts";
import { Transcript } from "../screen/transcript/transcript.ts";
import { detectCapabilities, syncOutputIsForced } from "../terminal/capabilities.ts";
import { processStreams } from "../terminal/process-streams.ts";
import { ProcessTerminal } from "../terminal/process-terminal.ts";
import { RandomConversation } from "./random-conversation.ts";

/** The content of the file. */
export interface PlayState {
	readonly columns: number;
	readonly rows: number;
	readonly step: number;
	readonly window: ReturnType<RandomConversation["expectedWindow"]>;
	readonly words: readonly string[];
	readonly isFullscreen: boolean;
}

const [seed = "1", stateFile = "", fullscreens] = process.argv.slice(2);
const SAVE_MS = 25;
// Computing the expected screen renders at the new width, which must not happen before the screen has found its rows
// again; under a full-screen surface, that is when it closes.
const RESIZE_MS = 200;

if (import.meta.main) play();

function play(): void {
	const conversation = new RandomConversation({
		seed: Number(seed),
		overlays: false,
		liveBlocks: false,
		streams: true,
		fullscreens: fullscreens !== undefined,
		emoji: false,
	});
	const terminal = new ProcessTerminal({
		streams: processStreams(),
		capabilities: detectCapabilities(process.env),
		syncOutputIsForced: syncOutputIsForced(process.env),
	});
	const transcript = new Transcript();
	const screen = new Screen({ terminal, transcript, chrome: conversation.chrome });
	let step = 0;
	screen.addInputListener((event) => {
		if (event.data === "q") void end();
		else if (event.data === "n") {
			conversation.act();
			step++;
		}
		return undefined;
	});
	conversation.begin(screen, transcript);
	let saved = "";
	let resizedAt = 0;
	/** When a full-screen surface was last visible. */
	let leftAt = 0;
	let window = conversation.expectedWindow();
	terminal.onResize(() => {
		resizedAt = performance.now();
	});
	const save = () => {
		const { isFullscreen } = conversation;
		if (isFullscreen) leftAt = performance.now();
		if (performance.now() - resizedAt < RESIZE_MS) return;
		if (!isFullscreen && performance.now() - leftAt < RESIZE_MS) return;
		if (!isFullscreen) window = conversation.expectedWindow();
		const state: PlayState = {
			columns: screen.columns,
			rows: screen.rows,
			step,
			window,
			words: conversation.expectedWords(),
			isFullscreen,
		};
		const text = JSON.stringify(state);
		if (text !== saved) writeFileSync(stateFile, text);
		saved = text;
	};
	const timer = setInterval(save, SAVE_MS);
	const end = async () => {
		clearInterval(timer);
		conversation.finish();
		await screen.stop();
	};
}
