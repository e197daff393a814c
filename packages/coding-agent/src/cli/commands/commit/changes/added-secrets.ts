import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { environmentSecrets } from "@oh-my-pi/pi-secrets/entries/environment-secrets";
import { tokenSecret } from "@oh-my-pi/pi-secrets/entries/token-secret";
import type { ProposedChanges } from "./repository-changes.ts";

/** A line that the change adds, and that looks like it holds a secret. */
export interface AddedSecret {
	readonly path: string;
	readonly lineNumber: number;
}

/**
 * Looks for known shapes of tokens, and for values of the environment that are named like secrets. A file of secrets that was
 * named to be committed may have them.
 */
export function findAddedSecrets(
	{ diffs, chosen }: Pick<ProposedChanges, "diffs" | "chosen">,
	env: Readonly<Record<string, string | undefined>>,
): readonly AddedSecret[] {
	const values = environmentSecrets(withoutNames(env)).flatMap(({ value }) => (isOrdinary(value) ? [] : [value]));
	const isSecret = (line: string) =>
		tokenSecret.pattern.find(line).length > 0 || values.some((value) => line.includes(value));
	const found: AddedSecret[] = [];
	for (const { path, hunks } of diffs.values()) {
		if (mayHoldSecrets(path) && chosen.named.includes(path)) continue;
		for (const { newStart, lines } of hunks) {
			let lineNumber = newStart;
			for (const line of lines) {
				if (line.startsWith("+") && isSecret(line.slice(1))) found.push({ path, lineNumber });
				if (!/^[-\\]/.test(line)) lineNumber++;
			}
		}
	}
	return found;
}

/** GIT_AUTHOR_NAME, XAUTHORITY: called like secrets, and in many a file. */
function withoutNames(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !/AUTHOR/i.test(name)));
}

/** Words, or the path of a socket or file. */
function isOrdinary(value: string): boolean {
	return /\s|^[/~]/.test(value);
}
