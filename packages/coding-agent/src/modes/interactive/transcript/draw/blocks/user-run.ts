import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";
import type { UserRun, UserRunBlock } from "../../reduce/block.ts";
import type { BlockRenderer, BlockView, RenderOptions } from "../parts/block-view.ts";

/** What the user ran by hand: the command or code and the end of its output, between two rules. */
export const userRunRenderer: BlockRenderer<UserRunBlock> = {
	create: (block, options) => new UserRunView(block, options),
};

const collapsedLines = 20;

class UserRunView implements BlockView<UserRunBlock> {
	readonly #options: RenderOptions;
	readonly #cache = new RowCache();
	#block: UserRunBlock;

	constructor(block: UserRunBlock, options: RenderOptions) {
		this.#block = block;
		this.#options = options;
	}

	update(block: UserRunBlock): void {
		this.#block = block;
		this.#cache.clear();
	}

	invalidate(): void {
		this.#cache.clear();
	}

	render(width: number): readonly string[] {
		return this.#cache.get(width, () => this.#draw(width));
	}

	#draw(width: number): string[] {
		const { theme, expanded, expandKey } = this.#options;
		const { run } = this.#block;
		const color = run.language === "bash" ? theme.bashMode : theme.pythonMode;
		const rule = color(theme.symbol("boxRound.horizontal").repeat(Math.max(1, width)));
		const lines = [...input(run, theme), ...output(run, theme, expanded(), expandKey()), ...ending(run, theme)];
		const rows = lines.flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width - 2)));
		return [rule, ...rows.map((row) => ` ${row}`), rule];
	}
}

function input({ language, text }: UserRun, theme: Theme): string[] {
	const [first, rest] = language === "bash" ? ["$", " "] : [">>>", "..."];
	const color = language === "bash" ? theme.bashMode : theme.pythonMode;
	return shownLines(text).map((line, index) => `${color(index === 0 ? first : rest)} ${theme.bold(line)}`);
}

function output({ output }: UserRun, theme: Theme, expanded: boolean, expandKey: string): string[] {
	const lines = output.trim() === "" ? [] : shownLines(output.replace(/\n+$/, ""));
	const hidden = expanded ? 0 : Math.max(0, lines.length - collapsedLines);
	const shown = lines.slice(hidden).map((line) => theme.muted(line));
	if (hidden === 0) return shown;
	return [foldNote(`${hidden} earlier lines`, { theme, expandKey }), ...shown];
}

function ending({ end, isPrivate }: UserRun, theme: Theme): string[] {
	const failed = end?.exitCode !== undefined && end.exitCode !== 0;
	return [
		...(failed ? [theme.error(`exit code ${end.exitCode}`)] : []),
		...(isPrivate ? [theme.dim("(not in context)")] : []),
	];
}

function shownLines(text: string): string[] {
	return plainText(text)
		.split("\n")
		.map((line) => replaceTabs(line));
}
