import type { FileDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import type { ChangePlaces } from "../findings/place-finding.ts";
import type { ReviewTarget } from "./review-target.ts";
import type { SkippedFile } from "./skip-file.ts";

/** A change that is reviewed. */
export interface Change extends ChangePlaces {
	readonly target: ReviewTarget;
	/** Its purpose in the words of its authors: subjects of commits, title of a pull request. */
	readonly purpose: string;
	readonly files: readonly FileDiff[];
	readonly skipped: readonly SkippedFile[];
	/** The text of a file before or after the change; `undefined` where there is none. */
	readText(path: string, version: "old" | "new"): Promise<string | undefined>;
}

export function changedLineCount({ files }: Pick<Change, "files">): number {
	return files.reduce(
		(sum, { hunks }) => sum + hunks.reduce((lines, hunk) => lines + hunk.lines.filter(isChanged).length, 0),
		0,
	);
}

const isChanged = (line: string) => line.startsWith("+") || line.startsWith("-");
