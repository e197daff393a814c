import { expect } from "bun:test";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { Tmux } from "@oh-my-pi/pi-testkit/terminal/tmux";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { PlayState } from "../testing/play-in-terminal.ts";
import { wordsIn } from "../testing/random-conversation.ts";

const program = join(import.meta.dir, "../testing/play-in-terminal.ts");
const FORBIDDEN = /\x1b\[[23]J|\x1b\[\d*(;\d*)?H|\x1b\[H/;
const ALTERNATE = /\x1b\[\?1049h[\s\S]*?\x1b\[\?1049l/g;

/** What happens to the terminal between the steps of a session, repeatedly. */
const CHANGES: Readonly<Record<string, readonly ((tmux: Tmux) => Promise<void>)[]>> = {
	"narrower and wider": [(tmux) => tmux.resize(47, 24), (tmux) => tmux.resize(131, 24), (tmux) => tmux.resize(80, 24)],
	"lower and taller": [(tmux) => tmux.resize(80, 14), (tmux) => tmux.resize(80, 45), (tmux) => tmux.resize(80, 20)],
	"both at once": [(tmux) => tmux.resize(40, 16), (tmux) => tmux.resize(200, 50), (tmux) => tmux.resize(63, 22)],
	"zooms beside another pane": [(tmux) => tmux.split("-h"), (tmux) => tmux.toggleZoom(), (tmux) => tmux.toggleZoom()],
	"zooms above another pane": [
		(tmux) => tmux.toggleZoom(),
		(tmux) => tmux.toggleZoom(),
		(tmux) => tmux.resize(100, 40),
	],
};

const SIZES = [
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
] as const;

const STEPS = 24;

/** A session in tmux: the program, and the file with the expected screen. */
class TmuxSession {
	readonly tmux: Tmux;
	readonly #stateFile: string;

	constructor(tmux: Tmux, stateFile: string) {
		this.tmux = tmux;
		this.#stateFile = stateFile;
	}

	async state(): Promise<PlayState | undefined> {
		const text = await Bun.file(this.#stateFile)
			.text()
			.catch(() => "");
		try {
			return JSON.parse(text);
		} catch {
			// Read during a write.
			return undefined;
		}
	}

	async step(step: number): Promise<void> {
		await this.tmux.type("n");
		await until(async () => (await this.state())?.step === step, { timeoutMs: 10_000 });
	}

	/** Waits until the screen equals a full repaint with the cursor in place; the failure shows it. */
	async expectFullRepaint(where: string): Promise<void> {
		let seen: unknown;
		let expected: unknown;
		await until(
			async () => {
				const state = await this.state();
				const [column = 0, row = 0, columns, height] = await this.tmux.facts(
					"cursor_x",
					"cursor_y",
					"pane_width",
					"pane_height",
				);
				if (!state || state.columns !== columns || state.rows !== height) return false;
				if (state.isFullscreen) return true;
				const { window } = state;
				const rows = (await this.tmux.screen()).split("\n").map((text) => text.trimEnd());
				const top = Math.max(0, row - window.caret.row);
				seen = {
					rows: rows.slice(top, top + window.rows.length),
					below: rows.slice(top + window.rows.length).join(""),
					column,
				};
				expected = { rows: window.rows, below: "", column: window.caret.column };
				return Bun.deepEquals(seen, expected);
			},
			{ timeoutMs: 10_000, describe: () => `${where}: ${JSON.stringify({ seen, expected }, null, 1)}` },
		);
	}
}

for (const [index, name] of Object.keys(CHANGES).entries()) {
	requires("tmux")(
		`in tmux, ${name}: every word is there once, in order, and each screen is a full repaint`,
		() => Promise.all(SIZES.map((size, at) => playInTmux(name, size, 10 * index + at))).then(() => {}),
		60_000,
	);
}

async function playInTmux(name: string, size: (typeof SIZES)[number], seed: number): Promise<void> {
	const changes = CHANGES[name] ?? [];
	await using folder = await workspace();
	const stateFile = join(folder.path, "state.json");
	const bytesFile = join(folder.path, "bytes");
	await using tmux = await Tmux.start(["sh", "-c", "PS1='$ ' exec sh"], { ...size, cwd: folder.path });
	const session = new TmuxSession(tmux, stateFile);
	if (name === "zooms above another pane") await tmux.split("-v");
	await tmux.recordBytes(bytesFile);
	// Typed out, folder names could be mistaken for words of the conversation.
	await folder.write("play", `exec ${process.execPath} ${program} ${seed} ${stateFile} fullscreens`);
	await tmux.type("sh play", "Enter");
	await until(async () => (await session.state()) !== undefined, { timeoutMs: 15_000 });
	for (let step = 1; step <= STEPS; step++) {
		await session.step(step);
		await session.expectFullRepaint(`seed ${seed}, step ${step}`);
		if (step % 4 !== 0) continue;
		await changes[(step / 4 - 1) % changes.length]?.(tmux);
		await session.expectFullRepaint(`seed ${seed}, step ${step}, after the change`);
	}
	const { words = [] } = (await session.state()) ?? {};
	await tmux.type("q");
	await until(async () => (await tmux.screen()).trimEnd().endsWith("\n$"), { timeoutMs: 10_000 });
	const left = await tmux.everything();
	const found = { seed, words: wordsIn(left), chrome: left.includes("chrome") };
	expect(found).toEqual({ seed, words: [...words], chrome: false });
	expect(await tmux.facts("alternate_on", "cursor_flag", "wrap_flag", "mouse_any_flag")).toEqual([0, 1, 1, 0]);
	const written = (await Bun.file(bytesFile).text()).replace(ALTERNATE, "");
	expect(FORBIDDEN.exec(written)).toBeNull();
}
