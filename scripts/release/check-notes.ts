import { type ChangeNote, readNotes } from "../../packages/coding-agent/src/urls/read-changelog.ts";

/** What the changelog of every version is grouped by. */
export const noteHeadings: readonly string[] = [
	"Models and providers",
	"Tools and editing",
	"Terminal",
	"Sessions and context",
	"Safety (trust, approvals, budget)",
	"Extensions, MCP, ACP and SDK",
];

/** Throws unless every note in `changes/` begins with one of the headings. */
export function checkNotes(root: string): void {
	const wrong = readNotes(root).filter(({ heading }) => heading === undefined || !noteHeadings.includes(heading));
	if (wrong.length === 0) return;
	throw new Error(
		`Notes without a heading of the changelog:\n${wrong.map(describeNote).join("\n")}\nHeadings: ${noteHeadings.join(" · ")}`,
	);
}

function describeNote({ name, heading }: ChangeNote): string {
	return heading === undefined ? `changes/${name}` : `changes/${name} (# ${heading})`;
}
