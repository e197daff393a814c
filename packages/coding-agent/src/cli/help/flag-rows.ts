import type { FlagDefinition } from "../../startup/flags.data.ts";

/** Two columns: syntax and description. */
export function rows(pairs: ReadonlyArray<readonly [string, string]>): string[] {
	const width = Math.max(...pairs.map(([left]) => left.length));
	return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

export function flagUsage(flag: FlagDefinition): string {
	const alias = flag.alias ? `-${flag.alias}, ` : "    ";
	const value = flag.value ? (flag.kind === "optional" ? ` [${flag.value}]` : ` <${flag.value}>`) : "";
	return `${alias}--${flag.name}${value}`;
}
