import type { ToolDefinition, ToolResult, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";

export type CallState = "running" | "done" | "failed";

/** A result, or what there is of it so far, as a view gets it. */
export interface ViewedOutput<Details = unknown> {
	readonly text: string;
	readonly imageCount: number;
	readonly details: Details | undefined;
	readonly state: CallState;
}

export interface ViewOptions {
	readonly theme: Theme;
	/** The user wants to see all of it. */
	readonly expanded: boolean;
	/** Columns there are for a line; longer ones are wrapped by whoever draws them. */
	readonly width: number;
	/** A panel beside the transcript shows the todos already. */
	readonly todosInPanel?: boolean;
	/** The call is still being written. */
	readonly streaming?: boolean;
	/** What a tag in an edit stands for. */
	readonly taggedText?: (path: string, tag: string) => string | undefined;
	/** The key with which the user sees all of it, as they would name it. */
	readonly expandKey?: string;
	/** The name of the tool for people. */
	readonly label?: string;
	/** Draws text of tools without a view as Markdown; absent where that is not wanted. */
	readonly drawMarkdown?: (text: string) => readonly string[];
	/** Colors code, where colors are. */
	readonly highlight?: Highlighter;
}

/** What a call changed in one file, in lines. */
export interface FileChange {
	readonly path: string;
	readonly added: number;
	readonly removed: number;
}

/** A part of a result under a heading of its own. */
export interface ViewPart {
	readonly title: string;
	readonly rows: readonly string[];
}

/**
 * How a call and its result look. Lines may carry styles, never line breaks. `frame` puts them into a box with the title
 * in its border and the result under a rule, for changes to files; `inline` shows one title line with the rest below it;
 * `gutter` shows the call, then the result behind a bar.
 */
export interface ToolView<Params = unknown, Details = unknown> {
	readonly shape: "frame" | "inline" | "gutter";
	/** Stands before the title once the call has gone well; a dot unless told otherwise. */
	icon?(params: Partial<Params>, theme: Theme): string;
	title?(params: Partial<Params>, options: ViewOptions): string;
	/** What came of it in a few words, behind the title. */
	meta?(output: ViewedOutput<Details>, options: ViewOptions, params: Partial<Params>): string | undefined;
	call?(params: Partial<Params>, options: ViewOptions): readonly string[];
	/** What the call would do, in place of `call` while there is no result. */
	preview?(params: Partial<Params>, options: ViewOptions): readonly string[];
	result?(output: ViewedOutput<Details>, options: ViewOptions, params: Partial<Params>): readonly string[];
	/** What the call changed, for the line at the end of a run. */
	changes?(output: ViewedOutput<Details>, params: Partial<Params>): readonly FileChange[];
	/** The result in parts, for a frame; `undefined` when `result` says all. */
	parts?(output: ViewedOutput<Details>, options: ViewOptions, params: Partial<Params>): readonly ViewPart[] | undefined;
}

/**
 * Ties a view to the types of its tool: `defineView<typeof bashTool>`, or the types themselves where that is all there is.
 * Arguments are partial because a call is drawn while it still streams in.
 */
export function defineView<Subject extends Drawable>(view: ToolView<ParamsOf<Subject>, DetailsOf<Subject>>): ToolView {
	return view as ToolView;
}

type Drawable =
	| ((deps: never) => ToolDefinition<never, unknown>)
	| { readonly params: unknown; readonly details?: unknown };
type ParamsOf<Subject> = Subject extends (deps: never) => ToolDefinition<infer Params, infer _Details>
	? Params
	: Subject extends { readonly params: infer Params }
		? Params
		: never;
type DetailsOf<Subject> = Subject extends (deps: never) => ToolDefinition<infer _Params, infer Details>
	? Details
	: Subject extends { readonly details: infer Details }
		? Details
		: unknown;

/**
 * The views of some tools by name, loaded together. A tool without one, or whose view fails to load, is left out and told
 * to `onMissing`.
 */
export async function loadViews(
	tools: Iterable<ToolTraits>,
	onMissing: (tool: string) => void = () => {},
): Promise<ReadonlyMap<string, ToolView>> {
	const loading = Array.from(tools, async (tool): Promise<[string, unknown]> => {
		const view = tool.view && (await withFallback(() => tool.view?.(), undefined, "the call is drawn as a plain one"));
		return [tool.name, view];
	});
	const views = new Map<string, ToolView>();
	for (const [name, view] of await Promise.all(loading)) {
		if (isView(view)) views.set(name, view);
		else onMissing(name);
	}
	return views;
}

function isView(value: unknown): value is ToolView {
	return typeof value === "object" && value !== null && "shape" in value;
}

export function viewedOutput(result: ToolResult | undefined, state: CallState): ViewedOutput {
	const blocks = result?.content ?? [];
	return {
		text: blocks.map((block) => (block.type === "text" ? block.text : "")).join(""),
		imageCount: blocks.filter((block) => block.type === "image").length,
		details: result?.details,
		state,
	};
}
