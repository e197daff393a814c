import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../files/mutate/commit-journaled.ts";
import type { LoadedFile } from "../files/mutate/load-file.ts";
import { type MadeChange, makeChanges, type PlannedChange } from "../files/mutate/make-changes.ts";
import { openTarget, resolveTarget, type Target } from "../files/mutate/target.ts";
import { contentLines, joinContent } from "../files/mutate/text/content-lines.ts";
import { anchorHeader, displayLine } from "../files/snapshots/display-mode.ts";
import type { EditMode } from "../services/edit-mode.ts";
import type { EditPorts } from "./edit-ports.ts";
import type { EditForm, FileReplacement } from "./forms/form.ts";
import { patchFiles } from "./forms/patch-files.ts";
import { inexactness } from "./match/find-lines.ts";
import { changedRows } from "./outcome/changed-rows.ts";
import { type EditDetails, editDetails } from "./outcome/details.ts";
import { syntaxWarning } from "./outcome/syntax-warning.ts";
import { withNothingChanged } from "./outcome/whole-edit.ts";
import type { Envelope } from "./patch/parse-envelope.ts";
import { PatchedTree } from "./patch/patched-tree.ts";
import { replaceText } from "./replace/replace-text.ts";

interface Planned {
	readonly changes: readonly PlannedChange[];
	readonly warnings: readonly string[];
}

const formats: Readonly<Record<EditMode, string>> = {
	hashline: "`input`: `[PATH#TAG]` as read shows it, then `PUT N.=M:` with `+` rows",
	apply_patch: "`input`: `*** Begin Patch` with `*** Update File: PATH`",
	patch: "`path` and `edits: [{diff}]`",
	replace: "`path`, `old_string`, `new_string`",
};

const maxViewedLines = 300;

/** Does what a call in another notation asks for, and says once what the own one is. */
export async function executeForm(
	form: EditForm,
	call: CallRef,
	ports: EditPorts & { readonly mode: EditMode },
): Promise<ToolOutput<EditDetails>> {
	if (form.kind === "view") return view(form, ports);
	const { changes, warnings } = await plan(form, ports);
	if (changes.every(isIdle)) {
		const paths = changes.map(({ target }) => target.shownPath).join(", ");
		throw new ToolError(`Edits to ${paths} resulted in no changes being made.`);
	}
	const made = await makeChanges(changes, ports, { call, tool: "edit" });
	const broken = await Promise.all(made.files.map(brokenSyntax));
	const allWarnings = [...warnings, ...broken.filter((warning) => warning !== undefined)];
	const content = [
		...made.files.flatMap((file) => report(file, ports.mode)),
		...(allWarnings.length > 0 ? ["", "Warnings:", ...allWarnings] : []),
		"",
		`[Done. Here \`edit\` takes ${formats[ports.mode]}.]`,
	].join("\n");
	return { content, details: editDetails(made, allWarnings) };
}

function plan(form: Exclude<EditForm, { kind: "view" }>, ports: EditPorts): Promise<Planned> {
	if (form.kind === "replace") return planReplacements(form.replacements, ports);
	if (form.kind === "insert") return planInsertion(form, ports);
	return planPatch(form, ports);
}

async function planPatch(form: Extract<EditForm, { kind: "patch" | "create" }>, ports: EditPorts): Promise<Planned> {
	const tree = new PatchedTree(ports);
	const { files, warnings } = filesIn(form);
	await tree.apply(files);
	return { changes: tree.changes(), warnings: [...warnings, ...tree.warnings] };
}

function filesIn(form: Extract<EditForm, { kind: "patch" | "create" }>): Envelope {
	if (form.kind === "patch") return patchFiles(form.text, form.folder);
	return { files: [{ kind: "add", path: form.path, text: form.text }], warnings: [] };
}

interface OpenFile {
	readonly target: Target;
	readonly before: LoadedFile;
	text: string;
}

/** One after the other, each on what the others left; all of them or none. */
async function planReplacements(replacements: readonly FileReplacement[], ports: EditPorts): Promise<Planned> {
	const files = new Map<string, OpenFile>();
	const warnings: string[] = [];
	const shownPaths = [...new Set(replacements.map(({ path }) => resolveTarget(path, ports).shownPath))];
	for (const [index, { path, old_string, new_string, replace_all }] of replacements.entries()) {
		const target = resolveTarget(path, ports);
		const { shownPath } = target;
		const attempt = async () => {
			const file = files.get(target.path) ?? (await opened(target, ports));
			files.set(target.path, file);
			const wanted = {
				oldText: old_string.replaceAll("\r\n", "\n"),
				newText: new_string.replaceAll("\r\n", "\n"),
				all: replace_all ?? false,
			};
			const { text, how, line } = replaceText(file.text, wanted, { ...ports.fuzzyMatch(), shownPath });
			const difference = inexactness(how);
			if (difference) warnings.push(`${shownPath}: inexact match at line ${line}: ${difference}`);
			file.text = text;
		};
		const count = replacements.length;
		const which = count === 1 ? "" : `Edit ${index + 1} of ${count} (${shownPath}): `;
		await withNothingChanged(attempt(), { path: shownPath, all: shownPaths, prefix: which, edits: count });
	}
	const changes = [...files.values()].map(({ target, before, text }) => ({ target, before, after: text }));
	return { changes, warnings };
}

async function opened(target: Target, ports: EditPorts): Promise<OpenFile> {
	const before = await openTarget(target, ports);
	if (!before) throw new ToolError(`File not found: ${target.shownPath}`);
	return { target, before, text: before.text };
}

async function planInsertion(form: Extract<EditForm, { kind: "insert" }>, ports: EditPorts): Promise<Planned> {
	const { target, before, text } = await opened(resolveTarget(form.path, ports), ports);
	const { lines, ended } = contentLines(text);
	if (form.afterLine < 0 || form.afterLine > lines.length) {
		throw new ToolError(`Line ${form.afterLine} does not exist (${target.shownPath} has ${lines.length} lines)`);
	}
	const rows = form.text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
	const after = joinContent({ lines: lines.toSpliced(form.afterLine, 0, ...rows), ended });
	return { changes: [{ target, before, after }], warnings: [] };
}

async function view(form: Extract<EditForm, { kind: "view" }>, ports: EditPorts & { readonly mode: EditMode }) {
	const { target, before, text } = await opened(resolveTarget(form.path, ports), ports);
	const { lines } = contentLines(text);
	const end = Math.min(lines.length, form.end ?? form.start + maxViewedLines - 1);
	const seen = [{ start: form.start, end }];
	const tag = ports.mode === "hashline" ? ports.snapshots.record(target.path, before.tagged(text), seen) : undefined;
	const display = tag === undefined ? "numbered" : "hashline";
	const rows = lines.slice(form.start - 1, end).map((line, index) => displayLine(display, form.start + index, line));
	const more = `Lines ${form.start}-${end} of ${lines.length}`;
	const content = [
		...(tag === undefined ? [] : [anchorHeader(target.shownPath, tag)]),
		...rows,
		`[${more}. The tool that reads is \`read\`: {"path": "${target.shownPath}:${form.start}-${end}"}]`,
	];
	return { content: content.join("\n"), details: { diff: "" } };
}

function report({ target, at, before, after, moveTo, tag, lineChanges }: MadeChange, mode: EditMode): string[] {
	if (after === undefined) return [`Deleted ${target.shownPath}`];
	const isAnchored = mode === "hashline" && tag !== undefined;
	const header = isAnchored ? anchorHeader(at.shownPath, tag) : `${before ? "Updated" : "Created"} ${at.shownPath}`;
	const moved = moveTo ? [`Moved to ${moveTo.shownPath}`] : [];
	const rows = before ? changedRows(contentLines(after).lines, lineChanges, isAnchored ? "hashline" : "numbered") : [];
	return [header, ...moved, ...rows];
}

async function brokenSyntax({ at, before, after }: MadeChange): Promise<string | undefined> {
	const warning = before && after !== undefined && (await syntaxWarning(at.path, before.text, after));
	return warning ? `${at.shownPath}: ${warning}` : undefined;
}

function isIdle({ before, after, moveTo }: PlannedChange): boolean {
	return before !== undefined && before.text === after && !moveTo;
}
