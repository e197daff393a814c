import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog, DialogContext } from "../../../dialogs/contract/dialog.ts";
import { keyHints } from "../../../dialogs/parts/key-hints.ts";
import type { Finding } from "../findings/finding.ts";

export interface FindingChoice {
	readonly action: "open" | "fix" | "dismiss";
	readonly finding: Finding;
}

const maxVisible = 8;
/** The end of a path says more than its beginning, and the line follows it. */
const maxPathChars = 18;

/** Walks through findings: look at one, have it fixed, dismiss it. `at` is where the cursor starts. */
export function findingsDialog(findings: readonly Finding[], at: number): Dialog<FindingChoice> {
	const items = findings.map((finding) => ({
		value: finding,
		label: label(finding),
		description: plainText(finding.title),
	}));
	return {
		title: `Findings (${findings.length})`,
		open(context) {
			const { theme, keymap, done, useKeys } = context;
			useKeys?.({ isShortcut: (data) => data === "f" || data === "d" });
			const list = new SelectList<Finding>({
				...{ items, theme, keymap, maxVisible },
				filterable: false,
				onSelect: (finding) => done({ action: "open", finding }),
				onCancel: () => done(undefined),
				onHighlight: () => context.requestRender(),
			});
			list.highlight(({ value }) => value === findings[Math.min(at, findings.length - 1)]);
			return new FindingsList(list, context);
		},
		async plain(lines) {
			const finding = await lines.choose("Findings", items);
			if (!finding) return undefined;
			lines.say(finding.body);
			const action = await lines.choose<FindingChoice["action"]>(finding.title, [
				{ value: "open", label: "Put its place into the prompt" },
				{ value: "fix", label: "Fix it" },
				{ value: "dismiss", label: "Dismiss it" },
			]);
			return action && { action, finding };
		},
	};
}

function label({ priority, file, line, confidence }: Finding): string {
	const shown = file.length > maxPathChars ? `…${file.slice(1 - maxPathChars)}` : file;
	return plainText(`${priority} ${shown}:${line} ${Math.round(confidence * 100)}%`);
}

/** The list, and below it what the selected finding says. */
class FindingsList implements Component, Focusable {
	readonly #list: SelectList<Finding>;
	readonly #context: DialogContext<FindingChoice>;

	constructor(list: SelectList<Finding>, context: DialogContext<FindingChoice>) {
		this.#list = list;
		this.#context = context;
	}

	get focused(): boolean {
		return this.#list.focused;
	}

	set focused(isFocused: boolean) {
		this.#list.focused = isFocused;
	}

	handleInput(data: string): void {
		const finding = this.#list.highlighted?.value;
		const action = ({ f: "fix", d: "dismiss" } as const)[data];
		if (action && finding) this.#context.done({ action, finding });
		else this.#list.handleInput(data);
	}

	render(width: number): readonly string[] {
		const { theme, rows } = this.#context;
		const keys = [
			["↑↓", "choose"],
			["Enter", "insert place"],
			["f", "fix"],
			["d", "dismiss"],
			["Esc", "close"],
		] as const;
		const finding = this.#list.highlighted?.value;
		const room = Math.max(2, Math.min(12, rows() - maxVisible - 8));
		const text = finding ? plainText(`${finding.title}\n${finding.body}`) : "";
		const body = text.split("\n").flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width - 2)));
		const cut = body.length > room ? [...body.slice(0, room - 1), theme.symbol("text.ellipsis")] : body;
		return [
			...this.#list.render(width),
			...cut.map((line) => ` ${theme.muted(line)}`),
			` ${keyHints(keys, theme, Math.max(1, width - 2))}`,
		];
	}

	invalidate(): void {
		this.#list.invalidate();
	}
}
