import type { Component } from "../component.ts";
import { Screen, type ScreenOptions } from "../screen/screen.ts";
import { Transcript } from "../screen/transcript/transcript.ts";
import type { TerminalCapabilities } from "../terminal/capabilities.ts";
import { ProcessTerminal } from "../terminal/process-terminal.ts";
import { ManualClock } from "./manual-clock.ts";
import { VirtualTerminal, type VirtualTerminalOptions } from "./virtual-terminal.ts";

export const TEST_CAPABILITIES: TerminalCapabilities = {
	colorDepth: "truecolor",
	synchronizesOutput: false,
	multiplexer: undefined,
	imageProtocol: undefined,
	hyperlinks: true,
	notificationProtocol: "bell",
	mayKnowOsc99: true,
	reflow: "wraps-as-xterm-js",
	acceptsQueries: true,
	acceptsModeQueries: true,
};

export interface ShowOptions extends VirtualTerminalOptions {
	readonly acceptsQueries?: boolean | undefined;
	/** As if set by the user; otherwise the terminal is asked. */
	readonly synchronizesOutput?: boolean | undefined;
	readonly images?: ScreenOptions["images"] | undefined;
	/** Assumptions from the environment, right or wrong. */
	readonly guesses?: Partial<TerminalCapabilities> | undefined;
}

/** A screen on a virtual terminal, with a manual clock. */
export function showScreen(chrome: Component, options: ShowOptions = {}) {
	const virtual = new VirtualTerminal(options);
	const clock = new ManualClock();
	const { acceptsQueries = true, synchronizesOutput } = options;
	const terminal = new ProcessTerminal({
		streams: virtual.streams,
		capabilities: {
			...TEST_CAPABILITIES,
			acceptsQueries,
			synchronizesOutput: synchronizesOutput ?? false,
			...options.guesses,
		},
		syncOutputIsForced: synchronizesOutput !== undefined,
		clock,
	});
	const transcript = new Transcript();
	const screen = new Screen({ terminal, transcript, chrome, clock, ...(options.images && { images: options.images }) });
	return {
		virtual,
		clock,
		terminal,
		transcript,
		screen,
		/** Paints everything requested. */
		async paint(): Promise<void> {
			await virtual.settle();
			screen.requestRender();
			clock.advance(300);
			await virtual.settle();
		},
		async resize(columns: number, rows: number): Promise<void> {
			virtual.resize(columns, rows);
			clock.advance(40);
			await virtual.settle();
			clock.advance(300);
			await virtual.settle();
		},
	};
}
