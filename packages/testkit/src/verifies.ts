import { test } from "bun:test";
import { areas, type RequirementId } from "../../../test/requirements.ts";

/**
 * A test that shows one requirement to hold. The id is a string literal on purpose: `bun run progress` and the check of
 * the list find verified ids by reading the source.
 */
export function verifies(id: RequirementId, run: () => void | Promise<void>, timeoutMs?: number): void {
	test(verificationName(id), run, timeoutMs);
}

/** `[id] behaviour`; throws for an id that is not in the list, so that a typing error cannot pass as a verification. */
export function verificationName(id: string): string {
	const requirement = areas.flatMap(({ requirements }) => requirements).find((candidate) => candidate.id === id);
	if (!requirement) throw new Error(`No requirement has the id ${id}; see test/requirements/`);
	return `[${id}] ${requirement.behaviour}`;
}
