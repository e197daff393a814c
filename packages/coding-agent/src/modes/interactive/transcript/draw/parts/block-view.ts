import type { ToolView, ViewOptions } from "@oh-my-pi/pi-tools/view/view";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { ImageSource } from "@oh-my-pi/pi-tui/image/image-source";
import type { Highlighter, MarkdownStyle } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { BlockOptions } from "@oh-my-pi/pi-tui/screen/transcript/live-block";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { FailureSources } from "../../../../../conversation/recovery/failure-line.ts";
import type { Block } from "../../reduce/block.ts";

/** The views of tools, by the tool's name. */
export type ToolViews = Pick<ReadonlyMap<string, ToolView>, "get">;

/** Draws a thought, the given one of its message; `undefined` for the usual look. */
export type ThinkingRenderer = (
	thought: { readonly text: string; readonly contentIndex: number; readonly thinkingIndex: number },
	theme: Theme,
) => Component | undefined;

/** What blocks are drawn with. */
export interface RenderOptions {
	readonly theme: Theme;
	readonly toolViews: ToolViews;
	/** Tool results are shown in full. */
	readonly expanded: () => boolean;
	/** The key that shows them so, as the user would name it; empty when there is none. */
	readonly expandKey: () => string;
	readonly showThinking: () => boolean;
	readonly showTools: () => boolean;
	/** The arguments of a call as they are shown, without secrets. */
	readonly shownArgs?: (args: unknown) => unknown;
	/** The name of a tool for people, where its source is there. */
	readonly toolLabel?: (name: string) => string | undefined;
	/** Text of MCP tools is drawn as Markdown. */
	readonly markdownResults?: () => boolean;
	/** Results of reads are shown without being asked for. */
	readonly showReads: () => boolean;
	/** Draws thoughts in place of us. */
	readonly thinkingRenderer?: () => ThinkingRenderer | undefined;
	/** Code in thoughts is left out. */
	readonly proseOnly: () => boolean;
	/** Each reply is followed by what it cost. */
	readonly showUsage: () => boolean;
	/** Empty columns on both sides. */
	readonly padding: () => number;
	/** The current frame of the spinner. */
	readonly spinner: () => string;
	readonly highlight?: Highlighter;
	readonly diagram?: MarkdownStyle["diagram"];
	readonly taggedText?: ViewOptions["taggedText"];
	/** A path as people read it: below the project or the home folder. */
	readonly shownPath?: (path: string) => string;
	/** Knows what helps after a reply of a provider has failed. */
	readonly registry?: FailureSources["registry"];
	/** The target of a link, in terminals that show links. */
	readonly linkTo?: MarkdownStyle["linkTo"];
	/** A view threw; what it should have drawn is shown as plain text. */
	readonly onRenderError?: (error: unknown) => void;
	/** An image, as well as the terminal can show it; without this only its name is shown. */
	readonly image?: (source: ImageSource) => Component;
}

/** Draws one block; told of each new state, it draws that from then on. */
export interface BlockView<B extends Block> extends Component {
	update(block: B): void;
}

/** How one kind of block is drawn and how its rows behave when they scroll away. */
export interface BlockRenderer<B extends Block> {
	create(block: B, options: RenderOptions): BlockView<B>;
	readonly behavior?: BlockOptions;
}
