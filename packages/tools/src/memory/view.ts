import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { defineView, type ViewedOutput, type ViewOptions } from "../view/view.ts";
import type { memoryEditTool } from "./memory-edit.ts";
import type { recallTool } from "./recall.ts";
import type { reflectTool } from "./reflect.ts";
import type { retainTool } from "./retain.ts";

const body = (output: ViewedOutput, options: ViewOptions) => previewLines(output.text, "head", options);

export const recallView = defineView<typeof recallTool>({
	shape: "inline",
	title: ({ query = "" }) => titleText(`Recall: ${plainText(query)}`),
	meta: ({ details, state }) =>
		state === "done" && details ? countOf(details.count, "memory", "memories") : undefined,
	result: body,
});

export const retainView = defineView<typeof retainTool>({
	shape: "inline",
	title: ({ items = [] }) => `Retain ${countOf(items.length, "memory", "memories")}`,
	result: (output, options, { items = [] }) => [
		...items.flatMap((item) => previewLines(`- ${plainText(item?.content ?? "")}`, "head", options)),
		...body(output, options),
	],
});

export const reflectView = defineView<typeof reflectTool>({
	shape: "inline",
	title: ({ query = "" }) => titleText(`Reflect: ${plainText(query)}`),
	result: body,
});

export const memoryEditView = defineView<typeof memoryEditTool>({
	shape: "inline",
	title: ({ op = "", id = "" }) => titleText(`Memory ${op}: ${plainText(id)}`),
	result: (output, options, { content }) => [
		...(content ? previewLines(plainText(content), "head", options) : []),
		...body(output, options),
	],
});
