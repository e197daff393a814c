import type { Component } from "@oh-my-pi/pi-tui/component";
import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { keyHints } from "./parts/key-hints.ts";

interface AsidePorts {
	copy(text: string): void;
}

/** Shows the answer to a question beside the conversation; resolves with it when the user wants to go on from there. */
export function asideDialog(
	question: string,
	ask: (signal: AbortSignal) => Promise<string>,
	ports: AsidePorts,
): Dialog<string> {
	return {
		title: "By the way",
		open: (context) => new AsidePanel(question, ask, ports, context),
		async plain(lines) {
			const answer = await ask(new AbortController().signal);
			lines.say(answer);
			const next = await lines.choose("What now?", [
				{ value: "copy", label: "Copy the answer" },
				{ value: "branch", label: "Continue from here in a copy of the session" },
			]);
			if (next === "copy") ports.copy(answer);
			return next === "branch" ? answer : undefined;
		},
	};
}

type AnswerState = { readonly answer: string } | { readonly problem: string } | undefined;

class AsidePanel implements Component {
	readonly #question: string;
	readonly #ports: AsidePorts;
	readonly #context: DialogContext<string>;
	readonly #loader: Loader;
	readonly #abort = new AbortController();
	readonly #markdown: Markdown;
	#state: AnswerState;
	#scroll = 0;

	constructor(
		question: string,
		ask: (signal: AbortSignal) => Promise<string>,
		ports: AsidePorts,
		context: DialogContext<string>,
	) {
		this.#question = question;
		this.#ports = ports;
		this.#context = context;
		this.#loader = new Loader({ theme: context.theme, onTick: context.requestRender });
		this.#loader.start("Thinking…");
		this.#markdown = new Markdown({ theme: context.theme });
		ask(this.#abort.signal).then(
			(answer) => this.#settle({ answer }),
			(error: unknown) => this.#settle({ problem: errorMessage(error) }),
		);
	}

	handleInput(data: string): void {
		const { keymap, done } = this.#context;
		const answer = this.#state && "answer" in this.#state ? this.#state.answer : undefined;
		if (keymap.matches(data, "tui.select.cancel")) done(undefined);
		else if (data === "c" && answer !== undefined) this.#ports.copy(answer);
		else if (data === "b" && answer !== undefined) done(answer);
		else if (keymap.matches(data, "tui.select.up")) this.#scroll = Math.max(0, this.#scroll - 1);
		else if (keymap.matches(data, "tui.select.down")) this.#scroll++;
		this.#context.requestRender();
	}

	render(width: number): readonly string[] {
		const { theme, rows } = this.#context;
		const inner = Math.max(1, width - 2);
		const asked = wrapTextWithAnsi(theme.muted(plainText(this.#question)), inner);
		const hints = keyHints(this.#hints, theme, inner);
		const body = this.#body(inner);
		const height = Math.max(3, rows() - asked.length - 8);
		this.#scroll = Math.min(this.#scroll, Math.max(0, body.length - height));
		return [...asked, ...body.slice(this.#scroll, this.#scroll + height), hints].map((row) => ` ${row}`);
	}

	dispose(): void {
		this.#abort.abort();
		this.#loader.stop();
	}

	get #hints(): ReadonlyArray<readonly [string, string]> {
		const leave = ["Esc", "dismiss"] as const;
		if (!this.#state || !("answer" in this.#state)) return [leave];
		return [["c", "copy"], ["b", "branch to chat"], leave];
	}

	#body(width: number): readonly string[] {
		const { theme } = this.#context;
		if (!this.#state) return this.#loader.render(width);
		if ("problem" in this.#state) return wrapTextWithAnsi(theme.error(plainText(this.#state.problem)), width);
		return this.#markdown.render(width);
	}

	#settle(state: AnswerState): void {
		this.#state = state;
		if (state && "answer" in state) this.#markdown.setText(state.answer);
		this.#markdown.finish();
		this.#loader.stop();
		this.#context.requestRender();
	}
}
