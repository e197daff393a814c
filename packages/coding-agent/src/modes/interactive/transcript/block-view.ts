import type { ViewOptions } from "@oh-my-pi/pi-tools/view";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { ImageSource } from "@oh-my-pi/pi-tui/image/image-source";
import type { Highlighter, MarkdownLook } from "@oh-my-pi/pi-tui/markdown/markdown-look";
import type { BlockOptions } from "@oh-my-pi/pi-tui/screen/live-block";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Block } from "./block.ts";

export interface LookOptions {
	readonly theme: Theme;
	/** Tool results are shown in full. */
	readonly expanded: () => boolean;
	/** The key that shows them so, as the user would name it; empty when there is none. */
	readonly expandKey: () => string;
	readonly showThinking: () => boolean;
	readonly showTools: () => boolean;
	/** What was read is shown without being asked for. */
	readonly showReads: () => boolean;
	/** Code in thoughts is left out. */
	readonly proseOnly: () => boolean;
	/** What each reply has cost is told below it. */
	readonly showUsage: () => boolean;
	/** Empty columns on both sides. */
	readonly padding: () => number;
	/** The picture of something under way. */
	readonly spinner: () => string;
	readonly highlight?: Highlighter;
	readonly taggedText?: ViewOptions["taggedText"];
	/** Where words lead, in terminals that show links. */
	readonly linkTo?: MarkdownLook["linkTo"];
	/** A view threw; what it should have drawn is shown as plain text. */
	readonly onRenderError?: (error: unknown) => void;
	/** A picture, as well as the terminal can show it; without this it is only named. */
	readonly image?: (source: ImageSource) => Component;
}

/** Draws one block; told of each new state, it draws that from then on. */
export interface BlockView<B extends Block> extends Component {
	update(block: B): void;
}

/** How one kind of block is drawn and how its rows behave when they scroll away. */
export interface BlockLook<B extends Block> {
	create(block: B, options: LookOptions): BlockView<B>;
	readonly behavior?: BlockOptions;
}
