import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Op, Section } from "./op.ts";

/** Sections about the same file become one, where the first of them stands. */
export function mergeSections(sections: readonly Section[], fileOf: (section: Section) => string): Section[] {
	const pastesUnnamed = sections.some(({ ops }) => ops.some((op) => op.kind === "paste" && op.register === undefined));
	const merged = new Map<string, Section>();
	let lastFile: string | undefined;
	for (const section of sections) {
		const file = fileOf(section);
		const first = merged.get(file);
		if (!first) merged.set(file, section);
		else {
			const both = join(first, section);
			if (lastFile !== file && both.ops.some((op) => usesClipboard(op, pastesUnnamed))) throw interleaved(section.path);
			merged.set(file, both);
		}
		lastFile = file;
	}
	return [...merged.values()];
}

function join(first: Section, second: Section): Section {
	if (first.tag !== second.tag) {
		throw new ToolError(
			`${first.path} has sections for #${first.tag} and #${second.tag}. All ops of a call mean one version: use the newest tag.`,
		);
	}
	const warnings = [...new Set([...first.warnings, ...second.warnings])];
	return { ...first, ops: [...first.ops, ...second.ops], warnings };
}

/** A cut that nobody pastes is only a deletion. */
function usesClipboard(op: Op, pastesUnnamed: boolean): boolean {
	return op.kind === "paste" || (op.kind === "cut" && (op.register !== undefined || pastesUnnamed));
}

function interleaved(path: string): ToolError {
	return new ToolError(
		`${path} has several sections with those of other files between them, and clipboard ops in them. Which runs first would be ambiguous: put all ops of ${path} into one section.`,
	);
}
