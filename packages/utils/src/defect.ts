import { logIgnored } from "./debug-log.ts";
import { isExecutable } from "./process/is-executable.ts";

// Process-wide, like the debug log: `omp doctor` reports what this build lacks.
const found = new Set<string>();

/**
 * Reports a mistake in omp itself, such as a list with an undefined member. Throws when omp runs from source; the shipped
 * program logs it and continues without the member.
 */
export function reportDefect(message: string, isShipped = isExecutable): void {
	const error = new Error(message);
	if (!isShipped) throw error;
	if (found.has(message)) return;
	found.add(message);
	logIgnored("defect in omp", error);
}

/** The defects that were reported in this process. */
export function reportedDefects(): readonly string[] {
	return [...found];
}

/** For tests, which share a process. */
export function clearDefects(): void {
	found.clear();
}

/** The members of a built-in list; an undefined one is a defect. */
export function definedMembers<Member>(
	list: string,
	members: Iterable<Member | undefined>,
	isShipped = isExecutable,
): Member[] {
	return [...members].flatMap((member, index) => {
		if (member !== undefined) return [member];
		reportDefect(`${list}: member ${index + 1} is undefined`, isShipped);
		return [];
	});
}
