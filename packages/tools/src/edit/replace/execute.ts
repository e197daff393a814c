import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../../files/mutate/commit-journaled.ts";
import { makeChanges } from "../../files/mutate/make-changes.ts";
import type { MutationPorts } from "../../files/mutate/ports.ts";
import { openTarget, resolveTarget } from "../../files/mutate/target.ts";
import { contentLines } from "../../files/mutate/text/content-lines.ts";
import { inexactness, type MatchOptions } from "../match/find-lines.ts";
import { changedRows } from "../outcome/changed-rows.ts";
import { type EditDetails, editDetails } from "../outcome/details.ts";
import { syntaxWarning } from "../outcome/syntax-warning.ts";
import { replaceText } from "./replace-text.ts";

export interface ReplaceParams {
	readonly path: string;
	readonly old_string: string;
	readonly new_string: string;
	readonly replace_all?: boolean;
}

export async function executeReplace(
	params: ReplaceParams,
	call: CallRef,
	ports: MutationPorts & { readonly fuzzyMatch: () => MatchOptions },
): Promise<ToolOutput<EditDetails>> {
	const target = resolveTarget(params.path, ports);
	const { shownPath } = target;
	if (params.old_string === "") throw new ToolError("old_string must not be empty.");
	const before = await openTarget(target, ports);
	if (!before) throw new ToolError(`File not found: ${params.path}`);
	const { text, count, how, line } = replaceText(
		before.text,
		{
			oldText: params.old_string.replaceAll("\r\n", "\n"),
			newText: params.new_string.replaceAll("\r\n", "\n"),
			all: params.replace_all ?? false,
		},
		{ ...ports.fuzzyMatch(), shownPath },
	);
	if (text === before.text) throw new ToolError(`Edits to ${shownPath} resulted in no changes being made.`);
	const made = await makeChanges([{ target, before, after: text }], ports, { call, tool: "edit" });
	const done =
		count === 1
			? `Successfully replaced text in ${shownPath}.`
			: `Successfully replaced ${count} occurrences in ${shownPath}.`;
	const difference = inexactness(how);
	const broken = await syntaxWarning(target.path, before.text, text);
	const warnings = [
		...(difference ? [`Inexact match at line ${line}: ${difference}`] : []),
		...(broken ? [broken] : []),
	];
	// What was found as it was given needs no look.
	const checked = difference ? made.files : [];
	const rows = checked.flatMap(({ lineChanges }) => changedRows(contentLines(text).lines, lineChanges, "numbered"));
	const warningLines = warnings.length > 0 ? ["", "Warnings:", ...warnings] : [];
	return { content: [done, ...rows, ...warningLines].join("\n"), details: editDetails(made, warnings) };
}
