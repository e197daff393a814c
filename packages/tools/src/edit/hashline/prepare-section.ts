import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { LoadedFile } from "../../files/mutate/load-file.ts";
import type { PlannedChange } from "../../files/mutate/make-changes.ts";
import type { MutationPorts } from "../../files/mutate/ports.ts";
import { openTarget, resolveTarget, type Target } from "../../files/mutate/target.ts";
import { contentLines, joinContent } from "../../files/mutate/text/content-lines.ts";
import { spansInclude } from "../../files/snapshots/line-span.ts";
import { isSameText, snapshotTag } from "../../files/snapshots/snapshot-tag.ts";
import type { CallRegisters } from "../outcome/registers.ts";
import { findBlocks } from "./block.ts";
import { applyLineEdits } from "./line-edit.ts";
import type { LineOp, Op, Section } from "./parse/op.ts";
import { type PlannedEdits, planEdits } from "./plan-edits.ts";
import { remapEdits } from "./remap.ts";
import { changedMeanwhile, missingTag, type StaleSection, unknownTag } from "./stale.ts";

export interface SectionPorts extends MutationPorts {
	/** The setting `edit.enforceSeenLines`. */
	readonly enforceSeenLines?: () => boolean;
}

export interface PreparedSection {
	readonly change: PlannedChange;
	readonly notes: readonly string[];
	readonly warnings: readonly string[];
}

const earlierWarning =
	"Recovered from a stale file hash using an earlier in-session snapshot (a prior edit in this session advanced the hash).";
const externalWarning =
	"Recovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).";
const remapWarning =
	"Recovered by remapping stale line anchors to unchanged current lines; lines next to them have changed, so check the result.";

/** Works out what a section comes to, without touching anything. */
export async function prepareSection(
	section: Section,
	target: Target,
	registers: CallRegisters,
	ports: SectionPorts,
): Promise<PreparedSection> {
	const before = await openTarget(target, ports);
	if (!before) throw new ToolError(`File not found: ${section.path}. Use the write tool to create new files.`);
	const current = snapshotTag(before.tagged(before.text));
	const lineOps = section.ops.filter(isLineOp);
	if (section.tag === "")
		throw missingTag(stale(section, before, target, current, namedLines(lineOps)), ports.snapshots);
	const version = ports.snapshots.find(target.path, section.tag);
	if (section.tag !== current && !version)
		throw unknownTag(stale(section, before, target, current, namedLines(lineOps)), ports.snapshots);
	refuseMixture(section);

	const isCurrent = section.tag === current && (!version || isSameText(version.text, before.tagged(before.text)));
	const base = isCurrent ? before.text : withoutMark(version?.text ?? "");
	const blocks = await findBlocks(target.path, base, blockLines(lineOps));
	const plan = planEdits(target.path, base, lineOps, registers, blocks);
	if (ports.enforceSeenLines?.()) refuseUnseen(section, plan.anchors, version?.seen ?? []);
	const { edits, warnings } = isCurrent
		? { edits: plan.edits, warnings: [] }
		: recover(section, plan, base, before, target, current, ports);

	if (section.ops.some((op) => op.kind === "remove")) return { change: { target, before }, notes: [], warnings: [] };
	const content = contentLines(before.text);
	const { lines, changes } = applyLineEdits(content.lines, edits);
	const after = changes.length === 0 ? before.text : joinContent({ lines, ended: content.ended });
	const moveTo = resolveDestination(section, target, before, ports);
	return {
		change: { target, before, after, changes, ...(moveTo && { moveTo }) },
		notes: plan.notes,
		warnings: [...section.warnings, ...plan.warnings, ...warnings, ...unseenWarning(lineOps, version?.seen)],
	};
}

function recover(
	section: Section,
	plan: PlannedEdits,
	base: string,
	before: LoadedFile,
	target: Target,
	current: string,
	ports: SectionPorts,
) {
	const isWhole = section.ops.some((op) => op.kind === "remove");
	const moved = isWhole ? undefined : remapEdits(plan.edits, contentLines(base).lines, contentLines(before.text).lines);
	if (!moved) throw changedMeanwhile(stale(section, before, target, current, plan.anchors), ports.snapshots);
	const isOurs = ports.snapshots.versions(target.path).some(({ tag }) => tag === current);
	const warning = !moved.isMerge ? remapWarning : isOurs ? earlierWarning : externalWarning;
	return { edits: moved.edits, warnings: [warning] };
}

function stale(
	section: Section,
	before: LoadedFile,
	target: Target,
	currentTag: string,
	anchors: readonly number[],
): StaleSection {
	const { text } = before;
	return { target, boundTag: section.tag, currentTag, tagged: before.tagged(text), text, anchors };
}

function refuseMixture(section: Section): void {
	const remove = section.ops.find((op) => op.kind === "remove");
	const moves = section.ops.filter((op) => op.kind === "move");
	if (remove && section.ops.length > 1) {
		throw new ToolError(`line ${remove.row}: \`REM\` deletes the whole file and cannot be combined with line ops.`);
	}
	const [, second] = moves;
	if (second) throw new ToolError(`line ${second.row}: a section can hold one \`MV\` only.`);
	if (section.ops.length === 0) {
		throw new ToolError(
			`[${section.path}#${section.tag}] has no ops below it. Write \`PUT …\`, \`CUT …\`, \`MV …\` or \`REM\`.`,
		);
	}
}

function resolveDestination(
	section: Section,
	target: Target,
	before: LoadedFile,
	ports: MutationPorts,
): Target | undefined {
	const move = section.ops.find((op) => op.kind === "move");
	if (!move) return undefined;
	const destination = resolveTarget(move.destination, ports);
	if (destination.path === target.path) throw new ToolError(`line ${move.row}: ${target.shownPath} is there already.`);
	if (before.isLink) {
		throw new ToolError(`line ${move.row}: ${target.shownPath} is a symbolic link; move the file it leads to.`);
	}
	return destination;
}

function refuseUnseen(section: Section, anchors: readonly number[], seen: Parameters<typeof spansInclude>[0]): void {
	const unseen = anchors.find((line) => !spansInclude(seen, line));
	if (unseen === undefined) return;
	throw new ToolError(
		`Edit rejected for ${section.path}: line ${unseen} was not shown in full since #${section.tag}. Read it first: ${section.path}:${unseen}`,
	);
}

/** Lines that are replaced or deleted by number though they were never shown. */
function unseenWarning(ops: readonly LineOp[], seen: Parameters<typeof spansInclude>[0] | undefined): string[] {
	if (!seen) return [];
	return ops.flatMap(({ target, source }) => {
		if (target.kind !== "lines") return [];
		const lines = Array.from({ length: target.end - target.start + 1 }, (_, index) => target.start + index);
		const { length } = lines.filter((line) => !spansInclude(seen, line));
		const those = length === lines.length ? "its lines were" : `${length} of its ${lines.length} lines were`;
		return length === 0 ? [] : [`\`${source}\`: ${those} never shown to you; check that nothing is lost.`];
	});
}

function isLineOp(op: Op): op is LineOp {
	return op.kind !== "remove" && op.kind !== "move";
}

function blockLines(ops: readonly LineOp[]): number[] {
	return ops.flatMap(({ target }) => (target.kind === "block" || target.kind === "after-block" ? [target.line] : []));
}

/** Before anything is known of the text the numbers stand for. */
function namedLines(ops: readonly LineOp[]): number[] {
	return ops.flatMap(({ target }) => {
		if (target.kind === "lines") return [target.start, target.end];
		return target.kind === "end" ? [] : [target.line];
	});
}

function withoutMark(text: string): string {
	return text.startsWith("\ufeff") ? text.slice(1) : text;
}
