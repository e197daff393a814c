import type { Coverage, NotCovered } from "../contract/undo-engine.ts";
import { name } from "./outcome-text.ts";

const reasons: Readonly<Record<NotCovered["reason"], string>> = {
	"build-folder": "dependencies or build results",
	"too-large": "too large",
	"over-budget": "over the limit of what is copied",
	"too-many-files": "too many files",
	unreadable: "not readable",
	changing: "changing all the time",
	"other-file-system": "another file system",
	"disk-full": "no space left for a copy",
	special: "not a regular file",
};

const why: Readonly<Record<NonNullable<Coverage["why"]>, string>> = {
	"home-folder": "the workspace is the home folder",
	"root-folder": "the workspace is the root of the file system",
	"too-many-files": "the workspace has too many files",
	unreadable: "the workspace cannot be read",
	"disk-full": "there is no space left for copies",
	"read-only-store": "its storage cannot be written",
};

/** What undo does not cover here; `undefined` if it covers everything. */
export function coverageText(coverage: Coverage, cwd: string): string | undefined {
	if (coverage.programs === "none") {
		const reason = coverage.why ? `: ${why[coverage.why]}` : "";
		return `What programs change here cannot be taken back${reason}. Edits of the file tools can.`;
	}
	if (coverage.programs === "preparing") {
		return "Undo is still reading the workspace: what this command changes cannot be taken back. Edits of the file tools can.";
	}
	const { notCovered, notCoveredCount } = coverage;
	if (notCoveredCount === 0) return undefined;
	const shown = notCovered.slice(0, 4).map((one) => `${name(one.path, cwd)} (${describe(one)})`);
	const more = notCoveredCount - shown.length;
	return `Changes in these places cannot be taken back: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

function describe({ reason }: NotCovered): string {
	return reasons[reason];
}
