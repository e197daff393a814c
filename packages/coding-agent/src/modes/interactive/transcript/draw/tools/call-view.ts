import { unfenced } from "@oh-my-pi/pi-tools/output/outside-content";
import { argumentLine, jsonTree } from "@oh-my-pi/pi-tools/view/json-tree";
import { foldLines, previewLines } from "@oh-my-pi/pi-tools/view/preview-lines";
import { type ToolView, type ViewedOutput, type ViewOptions, viewedOutput } from "@oh-my-pi/pi-tools/view/view";
import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { ToolBlock } from "../../reduce/block.ts";
import type { RenderOptions, ToolViews } from "../parts/block-view.ts";

/** For tools without a view of their own, such as those of an MCP server. */
const plainView: ToolView<Record<string, unknown>> = {
	shape: "gutter",
	call: (params) => (Object.keys(params).length === 0 ? [] : [argumentLine(params)]),
	result(output, options) {
		const text = unfenced(output.text);
		const tree = jsonTree(text, options);
		if (tree) return foldLines(tree, "head", options);
		const isText = output.state === "done" && serverLabel(output.details) !== undefined;
		if (isText && options.drawMarkdown) return foldLines(options.drawMarkdown(text), "head", options);
		return previewLines(replaceTabs(text), "tail", options);
	},
};

/** What the result of an MCP tool says about where it comes from. */
function serverLabel(details: unknown): string | undefined {
	const { serverName, mcpToolName } = Object(details);
	return typeof serverName === "string" && typeof mcpToolName === "string" ? `${serverName}/${mcpToolName}` : undefined;
}

/** A call as its tool's view gets it. */
export interface CallView {
	readonly view: ToolView;
	readonly params: Record<string, unknown>;
	readonly output: ViewedOutput | undefined;
	readonly title: string;
}

export function callView(block: ToolBlock, options: ViewOptions, toolViews?: ToolViews): CallView {
	const toolView = toolViews?.get(block.tool);
	const view = toolView ?? (plainView as ToolView);
	const params = harmless(block.args);
	const output = block.output && viewedOutput(block.output, block.state);
	const name = options.label ?? serverLabel(block.output?.details) ?? block.tool;
	const title = view.title?.(params, options) ?? (toolView ? "" : plainText(name));
	return { view, params, output: output && { ...output, text: plainText(output.text) }, title };
}

export function viewOptions(
	render: RenderOptions,
	width: number,
	block?: Partial<Pick<ToolBlock, "streaming" | "tool">>,
): ViewOptions {
	const { theme, highlight, taggedText } = render;
	const isPlain = block?.tool !== undefined && !render.toolViews.get(block.tool);
	const label = isPlain ? render.toolLabel?.(block.tool) : undefined;
	const style = { theme, ...(highlight && { highlight }) };
	return {
		...(label !== undefined && { label }),
		...(render.markdownResults?.() && {
			drawMarkdown: (text: string) => new Markdown(style, text).render(Math.max(1, width)),
		}),
		theme,
		width: Math.max(1, width),
		expanded: render.expanded(),
		expandKey: render.expandKey(),
		todosInPanel: true,
		streaming: block?.streaming ?? false,
		...(highlight && { highlight }),
		...(taggedText && { taggedText }),
	};
}

/** Until there is a result, what the call would do may tell more than its arguments. */
export function callLines(
	{ view, params, output }: CallView,
	{ state }: ToolBlock,
	options: ViewOptions,
): readonly string[] {
	const draw = output === undefined && state === "running" ? (view.preview ?? view.call) : view.call;
	return draw?.(params, options) ?? [];
}

/** What a model wrote is shown as it would run: no escape sequence of it reaches the terminal, and none hides anything. */
function harmless(args: unknown): Record<string, unknown> {
	const clean = withVisible(args);
	return typeof clean === "object" && clean !== null ? (clean as Record<string, unknown>) : {};
}

function withVisible(value: unknown): unknown {
	if (typeof value === "string") return visibleText(value);
	if (Array.isArray(value)) return value.map(withVisible);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withVisible(inner)]));
}
