import type { Compat } from "../compat.ts";

/** Maps that a later statement adds to; every other flag it replaces. */
const deep = ["openRouterRouting", "vercelGatewayRouting", "extraBody", "whenThinking"] as const;

export function mergeCompat(...statements: ReadonlyArray<Compat | undefined>): Compat | undefined {
	let merged: Compat | undefined;
	for (const statement of statements) {
		if (statement) merged = merged ? mergeTwo(merged, statement) : statement;
	}
	return merged;
}

function mergeTwo(earlier: Compat, later: Compat): Compat {
	const merged: Record<string, unknown> = { ...earlier, ...later };
	for (const key of deep) {
		if (earlier[key] && later[key]) merged[key] = { ...earlier[key], ...later[key] };
	}
	return merged;
}
