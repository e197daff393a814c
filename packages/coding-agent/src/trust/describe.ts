import { diffLines } from "@oh-my-pi/pi-tools/files/mutate/text/line-diff";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { trustTitle } from "./kinds.ts";
import type { WaitingClaim } from "./trust-gate.ts";

/** One line for stderr and logs: what was left out, and what to do. */
export function describeLeftOut(waiting: readonly WaitingClaim[]): string {
	const names = waiting.map(({ id }) => escapeLine(id.slice(id.indexOf(":") + 1)));
	const listed = [...new Set(names)].slice(0, 5).join(", ");
	const more = new Set(names).size > 5 ? ", …" : "";
	return `Not trusted and left out: ${listed}${more}. See it with "omp trust", accept it with "omp trust allow" or --trust.`;
}

/** What a claim would do, and what is different from what was decided before. */
export function describeClaim(claim: WaitingClaim): string[] {
	// The effect names what is imported.
	const [file = ""] = claim.id.slice(claim.id.indexOf(":") + 1).split("#");
	const name = escapeLine(file);
	return [
		`${trustTitle(claim)}: ${name}${claim.before?.trusted ? " (changed since you trusted it)" : ""}`,
		...(claim.before
			? changes(claim.before.shown, claim.shown)
			: claim.effects.map((effect) => `  ${escapeLine(effect)}`)),
	];
}

/** On one line, however many the text has: a line break must not push anything off the screen. */
export function escapeLine(text: string): string {
	return visibleText(text.replaceAll("\r", "\\r").replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
}

/** Lines that went and lines that came, also those that only moved. */
export function changes(before: string, after: string): string[] {
	const [old, now] = [before.split("\n"), after.split("\n")];
	const lines = diffLines(old, now).flatMap(({ oldStart, oldEnd, newStart, newEnd }) => [
		...old.slice(oldStart, oldEnd).map((line) => `  - ${visibleText(line)}`),
		...now.slice(newStart, newEnd).map((line) => `  + ${visibleText(line)}`),
	]);
	// Only the beginning is kept.
	return lines.length > 0 ? lines : ["  (the change is further down: look at the file)"];
}
