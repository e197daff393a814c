import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../../files/mutate/commit-journaled.ts";
import { makeChanges } from "../../files/mutate/make-changes.ts";
import { resolveTarget, type Target } from "../../files/mutate/target.ts";
import type { EditMemory } from "../../services/edit-memory.ts";
import { type EditDetails, editDetails } from "../outcome/details.ts";
import { CallRegisters } from "../outcome/registers.ts";
import { syntaxWarning } from "../outcome/syntax-warning.ts";
import { withNothingChanged } from "../outcome/whole-edit.ts";
import { locateFile } from "./locate.ts";
import { mergeSections } from "./parse/merge-sections.ts";
import type { Section } from "./parse/op.ts";
import { parseHashline } from "./parse/parse.ts";
import { type PreparedSection, prepareSection, type SectionPorts } from "./prepare-section.ts";
import { reportSection } from "./report.ts";

export interface HashlinePorts extends SectionPorts {
	readonly memory: EditMemory;
}

/** How often the same call may change nothing before it is called what it is. */
const maxIdle = 3;

/** Everything is parsed, checked and worked out first; then all files are written, or none. */
export async function executeHashline(
	input: string,
	call: CallRef,
	ports: HashlinePorts,
): Promise<ToolOutput<EditDetails>> {
	const targets = new Map<string, Target>();
	const loadSectionFile = (section: Section) => {
		const target = resolveTarget(section.path, ports);
		targets.set(section.path, target);
		return target.path;
	};
	const located = parseHashline(input).map((section) => {
		const { path, warning } = locateFile(section, ports);
		return { ...section, path, warnings: warning ? [...section.warnings, warning] : section.warnings };
	});
	const sections = mergeSections(located, loadSectionFile);
	const registers = new CallRegisters(ports.memory.registers);
	const prepared: PreparedSection[] = [];
	for (const section of sections) {
		const target = targets.get(section.path) ?? resolveTarget(section.path, ports);
		const preparing = prepareSection(section, target, registers, ports);
		prepared.push(await withNothingChanged(preparing, { path: section.path, all: sections.map(({ path }) => path) }));
	}
	if (prepared.every(isIdle)) return idleOutput(input, prepared, ports.memory);

	const made = await makeChanges(
		prepared.map(({ change }) => change),
		ports,
		{ call, tool: "edit" },
	);
	ports.memory.clearIdle();
	registers.publish(new Set(prepared.filter((section) => !isIdle(section)).map(({ change }) => change.target.path)));
	const reports = await Promise.all(
		made.files.map(async (file, index) => {
			const { notes = [], warnings = [] } = prepared[index] ?? {};
			const broken = await syntaxWarning(file.at.path, file.before?.text ?? "", file.after ?? "");
			return { made: file, notes, warnings: broken ? [...warnings, broken] : warnings };
		}),
	);
	// Of a file that is gone nothing more is said.
	const warnings = reports.flatMap((report) => (report.made.after === undefined ? [] : report.warnings));
	return { content: reports.map(reportSection).join("\n\n"), details: editDetails(made, warnings) };
}

function isIdle({ change }: PreparedSection): boolean {
	return change.after === change.before?.text && !change.moveTo;
}

function idleOutput(input: string, prepared: readonly PreparedSection[], memory: EditMemory): ToolOutput<EditDetails> {
	const paths = prepared.map(({ change }) => change.target.shownPath).join(", ");
	const count = memory.countIdle(input);
	if (count >= maxIdle) {
		throw new ToolError(
			`STOP. This exact edit of ${paths} was sent ${count} times in a row and changes nothing: the lines already read so. Read the file and decide anew.`,
		);
	}
	const warnings = prepared.flatMap((section) => section.warnings);
	const warningText = warnings.length > 0 ? `\n\nWarnings:\n${warnings.join("\n")}` : "";
	return {
		content: `The edit of ${paths} parsed and applied cleanly, but produced no change: the lines already read so.${warningText}`,
		details: { diff: "", ...(warnings.length > 0 && { warnings }) },
	};
}
