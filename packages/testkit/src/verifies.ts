import { test } from "bun:test";
import { areas, type RequirementId } from "../../../test/requirements.ts";

/**
 * A test that verifies one requirement. The id must be a string literal: `bun run progress` and the check of the list
 * find verified ids in the source.
 */
export function verifies(id: RequirementId, run: () => void | Promise<void>, timeoutMs?: number): void {
	test(verificationName(id), run, timeoutMs);
}

/** `[id] behavior`; throws for an unknown id, so that a typo cannot count as a verification. */
export function verificationName(id: string): string {
	const requirement = areas.flatMap(({ requirements }) => requirements).find((candidate) => candidate.id === id);
	if (!requirement) throw new Error(`No requirement has the id ${id}; see test/requirements/`);
	return `[${id}] ${requirement.behavior}`;
}
