import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../preview-lines.ts";
import { titleText } from "../title-view.ts";
import type { ToolView, ViewedOutput, ViewOptions } from "../view.ts";
import type { EditDetails, FileEditDetails } from "./details.ts";
import { countDiff, diffCountText, diffLines } from "./diff-view.ts";
import { type EditParams, previewEdit } from "./preview-edit.ts";
import { pathsInApplyPatch, pathsInHashline } from "./touched-paths.ts";

const view: ToolView<EditParams, EditDetails> = {
	shape: "frame",
	title: (params, { theme }) => titleText(`${theme.symbol("icon.edit")} Edit: ${namesOf(params).join(", ")}`),
	preview: (params, options) =>
		previewLines(editPreviewLines(params, options, options.taggedText).join("\n"), "tail", options),
	result(output, options, params) {
		if (output.state === "failed" || !output.details) return previewLines(output.text, "head", options);
		const files = filesOf(output.details);
		const names = files.length > 1 ? namesOf(params) : [];
		const rows = files.flatMap((file) => fileLines(file, names, options));
		const said = warningsOf(output).map((line) => options.theme.warning(line));
		if (rows.length === 0) return [options.theme.muted(`no change in ${namesOf(params).join(", ")}`), ...said];
		return [...previewLines(rows.join("\n"), "head", options), ...said];
	},
};

/** The same look for all modes: a diff. */
export const editView = view as ToolView;

/** What a call that still streams in would change, for whoever can show it; with the texts that tags name, the real diff. */
export function editPreviewLines(
	params: EditParams,
	options: ViewOptions,
	textOf?: (path: string, tag: string) => string | undefined,
): string[] {
	const files = previewEdit(params, textOf);
	return files.flatMap(({ path, diff }) => [
		...(files.length > 1 ? [options.theme.bold(plainText(path))] : []),
		...diffLines(diff, options.theme),
	]);
}

function namesOf({ input = "", path }: EditParams): string[] {
	if (path !== undefined) return [path];
	return [...new Set([...pathsInHashline(input), ...pathsInApplyPatch(input)])];
}

function filesOf(details: EditDetails): ReadonlyArray<Pick<FileEditDetails, "diff" | "op"> & { path?: string }> {
	if (details.perFileResults) return details.perFileResults;
	return details.diff === "" && details.op === undefined ? [] : [{ ...details, op: details.op ?? "update" }];
}

/** With the name that the call gave a file, where there are several to tell apart. */
function fileLines(
	{ path = "", diff, op }: { path?: string; diff: string; op: FileEditDetails["op"] },
	names: readonly string[],
	{ theme }: ViewOptions,
): string[] {
	const what = { create: "new ", update: "", delete: "deleted " }[op];
	const given = names.findLast((name) => path === name || path.endsWith(`/${name.replace(/^\.\//, "")}`));
	const name = names.length > 0 ? `${theme.bold(plainText(given ?? path))} ` : "";
	return [`${name}${theme.muted(what)}${diffCountText(countDiff(diff), theme)}`, ...diffLines(diff, theme)];
}

function warningsOf({ text }: ViewedOutput): string[] {
	const [, ...parts] = text.split(/\n\nWarnings:\n/);
	return parts.flatMap((part) => part.split("\n\n[")[0]?.split("\n") ?? []);
}
