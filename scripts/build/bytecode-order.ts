import { existsSync } from "node:fs";
import { join } from "node:path";

/** The starts whose functions are recorded by `bun scripts/record-bytecode-order.ts`, what all have in common first. */
export const orderedStarts = ["question", "terminal", "extension"] as const;

export function orderFile(root: string, start: (typeof orderedStarts)[number]): string {
	return join(root, "scripts/build/bytecode-order", `${start}.txt`);
}

/** The recorded files. A function that was changed since is placed after those they name. */
export function bytecodeOrder(root: string): string[] {
	return orderedStarts.map((start) => orderFile(root, start)).filter((path) => existsSync(path));
}

/** The functions and modules that a run used and no earlier one did: a tenth of what Bun writes. */
export function usedLines(recorded: string, seen: Set<string>): string {
	const lines = recorded.split("\n").filter((line) => /^[FM] /.test(line) && !seen.has(line));
	for (const line of lines) seen.add(line);
	const [version = ""] = recorded.split("\n", 1);
	return `${[version, ...lines].join("\n")}\n`;
}
