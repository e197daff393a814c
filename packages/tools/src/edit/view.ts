import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { diagnosticLines } from "../files/mutate/write-through.ts";
import { foldLines, previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import type { ToolView, ViewedOutput, ViewOptions, ViewPart } from "../view/view.ts";
import { countDiff, diffCountText, foldedDiffLines } from "./diff-view.ts";
import { formPaths } from "./forms/form-paths.ts";
import { readForm } from "./forms/read-form.ts";
import type { EditDetails, FileEditDetails } from "./outcome/details.ts";
import { adaptReplace } from "./parameters.ts";
import { type EditParams, previewEdit } from "./preview-edit.ts";
import { pathsInApplyPatch, pathsInHashline } from "./touched-paths.ts";

const view: ToolView<EditParams, EditDetails> = {
	shape: "frame",
	icon: (_params, theme) => theme.symbol("icon.edit"),
	title(params) {
		const names = listNames(params);
		return titleText(names.length === 0 ? "Edit" : `Edit: ${names.join(", ")}`);
	},
	meta({ state, details }, { theme }) {
		if (state === "failed" || !details || listFiles(details).length === 0) return undefined;
		return diffCountText(countDiff(details.diff), theme);
	},
	preview(params, options) {
		// What arrives is at the end; a call that is complete shows its changes.
		if (!options.streaming) return editPreviewLines(params, options, options.taggedText);
		return foldLines(editPreviewLines(params, { ...options, expanded: true }, options.taggedText), "tail", options);
	},
	result(output, options, params) {
		const parts = buildParts(output, options, params);
		if (!parts) return foldedText(output, options, params);
		const rows =
			parts.length === 1 ? parts.flatMap(({ rows }) => rows) : parts.flatMap(({ title, rows }) => [title, ...rows]);
		return [...rows, ...warnings(output, options)];
	},
	changes({ details }) {
		return details ? listFiles(details).map(({ path = "", diff }) => ({ path, ...countDiff(diff) })) : [];
	},
	parts(output, options, params) {
		const parts = buildParts(output, options, params);
		if (!parts || parts.length < 2) return undefined;
		const warningRows = warnings(output, options);
		return warningRows.length > 0 ? [...parts, { title: options.theme.warning("Warnings"), rows: warningRows }] : parts;
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
		...foldedDiffLines(diff, options, path),
	]);
}

/** In the notation of every mode, and in those of other programs. */
function listNames(params: EditParams): string[] {
	const { input = "", path } = params;
	if (path !== undefined) return [path];
	const form = readForm({ ...params }, "hashline");
	const paths = form ? formPaths(form) : [];
	if (paths.length > 0) return paths;
	const { arguments: named } = adaptReplace({ ...params });
	if (typeof named.path === "string") return [named.path];
	return [...new Set([...pathsInHashline(input), ...pathsInApplyPatch(input)])];
}

function listFiles(details: EditDetails): ReadonlyArray<Pick<FileEditDetails, "diff" | "op"> & { path?: string }> {
	if (details.perFileResults) return details.perFileResults;
	return details.diff === "" && details.op === undefined ? [] : [{ ...details, op: details.op ?? "update" }];
}

/** A part for each file; `undefined` when nothing has changed. */
function buildParts(
	{ state, details }: ViewedOutput<EditDetails>,
	options: ViewOptions,
	params: EditParams,
): ViewPart[] | undefined {
	if (state === "failed" || !details) return undefined;
	const files = listFiles(details);
	return files.length === 0 ? undefined : files.map((file) => filePart(file, listNames(params), options));
}

/** With the name that the call gave the file. */
function filePart(
	{ path = "", diff, op }: { path?: string; diff: string; op: FileEditDetails["op"] },
	names: readonly string[],
	options: ViewOptions,
): ViewPart {
	const { theme } = options;
	const what = { create: "new ", update: "", delete: "deleted " }[op];
	const requestedName = names.findLast((name) => path === name || path.endsWith(`/${name.replace(/^\.\//, "")}`));
	const title = `${theme.bold(plainText(requestedName ?? path))} ${theme.muted(what)}${diffCountText(countDiff(diff), theme)}`;
	return { title, rows: foldedDiffLines(diff, options, path) };
}

function foldedText(output: ViewedOutput<EditDetails>, options: ViewOptions, params: EditParams): string[] {
	if (output.state === "failed" || !output.details) return previewLines(output.text, "head", options);
	return [options.theme.muted(`no change in ${listNames(params).join(", ")}`), ...warnings(output, options)];
}

function warnings({ details }: ViewedOutput<EditDetails>, { theme }: ViewOptions): string[] {
	const { warnings: messages = [], diagnostics } = details ?? {};
	return [...messages, ...(diagnostics ? diagnosticLines(diagnostics) : [])].map((line) =>
		theme.warning(plainText(line)),
	);
}
