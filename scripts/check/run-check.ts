import type { CheckPart } from "./check-parts.ts";

/** Runs all parts concurrently and reports each when it ends; true when none has a problem. */
export async function runCheck(
	root: string,
	parts: readonly CheckPart[],
	print: (line: string) => void,
): Promise<boolean> {
	const results = parts.map(async (part) => {
		const startedAt = performance.now();
		const complaint = await part.run(root).catch((error: unknown) => `could not run: ${error}`);
		const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
		if (complaint) print(`✗ ${part.name} (${seconds} s)\n\n${indent(complaint)}\n\n  → ${part.remedy}\n`);
		else print(`✓ ${part.name} (${seconds} s)`);
		return complaint === "";
	});
	return (await Promise.all(results)).every(Boolean);
}

function indent(text: string): string {
	return text.replace(/^(?=.)/gm, "  ");
}
