import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Dialog, DialogContext } from "../../../dialogs/contract/dialog.ts";
import { keyHints } from "../../../dialogs/parts/key-hints.ts";
import { themeSample } from "../../../dialogs/parts/theme-sample.ts";

export interface SetupHeading {
	readonly title: string;
	readonly help: string;
	/** Something in all colors is shown below. */
	readonly showsSample: boolean;
	readonly position: number;
	readonly total: number;
	/** The user has begun with the setup, so that keys are meant for it. */
	readonly isAwaited: () => boolean;
	/** Ctrl+C ends the whole setup, Esc only what is shown. */
	readonly onEnd: () => void;
}

/** A dialog on the whole screen, below the name of the step it belongs to. */
export function inSetupFrame<Result>(dialog: Dialog<Result>, heading: SetupHeading): Dialog<Result> {
	return {
		title: dialog.title,
		fillsScreen: true,
		opensUnasked: "setup",
		...(heading.isAwaited() && { isAwaited: true }),
		open: (context) => new SetupFrame(dialog, heading, context),
		async plain(lines) {
			lines.say(`Setup ${heading.position} of ${heading.total}: ${heading.title}. ${heading.help}`);
			return dialog.plain(lines);
		},
	};
}

/** The rows above and below the dialog. */
const frameRows = 8;
const maxHelpRows = 5;

class SetupFrame<Result> implements Component, Focusable {
	readonly #heading: SetupHeading;
	readonly #context: DialogContext<Result>;
	readonly #title: string;
	readonly #enter: string;
	readonly #escape: string;
	readonly #inner: Component & Partial<Focusable>;
	focused = false;

	constructor(dialog: Dialog<Result>, heading: SetupHeading, context: DialogContext<Result>) {
		this.#heading = heading;
		this.#context = context;
		this.#title = dialog.title;
		this.#enter = dialog.enter ?? "choose";
		this.#escape = dialog.escape ?? "skip this step";
		this.#inner = dialog.open({ ...context, hidesHints: true, rows: () => Math.max(6, context.rows() - frameRows) });
	}

	handleInput(data: string): void {
		if (!matchesKey(data, "ctrl+c")) {
			this.#inner.handleInput?.(data);
			return;
		}
		this.#heading.onEnd();
		this.#context.done(undefined);
	}

	handlePaste(text: string): void {
		this.#inner.handlePaste?.(text);
	}

	render(width: number): readonly string[] {
		const { theme, rows } = this.#context;
		const { title, help, position, total } = this.#heading;
		const inner = Math.max(1, width - 4);
		if ("focused" in this.#inner) this.#inner.focused = this.focused;
		const dots = Array.from({ length: total }, (_, index) =>
			theme.symbol(index < position ? "status.done" : "radio.off"),
		);
		const steps = `${theme.bold(theme.accent(`${theme.symbol("icon.pi")} Set up omp`))}  ${theme.accent(dots.join(" "))}`;
		const heading = `${steps}  ${theme.bold(title)}`;
		const head = [
			"",
			...(visibleWidth(heading) <= inner ? [heading] : [steps, theme.bold(title)]),
			...wrapTextWithAnsi(theme.muted(help), inner).slice(0, maxHelpRows),
			"",
			...(this.#title === title ? [] : [theme.bold(this.#title)]),
		];
		const foot = [
			"",
			keyHints(
				[
					["Enter", this.#enter],
					["Esc", this.#escape],
					["Ctrl+C", "exit setup"],
				],
				theme,
				inner,
			),
		];
		const room = Math.max(1, rows() - head.length - foot.length);
		// Colors and signs may change while the list stays the same.
		this.#inner.invalidate?.();
		const sample = this.#heading.showsSample ? ["", ...themeSample(theme, inner)] : [];
		const body = [...this.#inner.render(inner), ...sample].slice(0, room);
		return [...head, ...body, ...foot].slice(0, rows()).map((row) => `  ${truncateToWidth(row, inner)}`);
	}

	invalidate(): void {
		this.#inner.invalidate?.();
	}

	dispose(): void {
		this.#inner.dispose?.();
	}
}
