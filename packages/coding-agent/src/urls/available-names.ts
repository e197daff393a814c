const maxNames = 100;

/** What there is, for an error about a name that is unknown. */
export function availableNames(all: readonly string[]): string {
	if (all.length === 0) return "There are none.";
	const more = all.length > maxNames ? `, … (${all.length - maxNames} more)` : "";
	return `Available: ${all.slice(0, maxNames).join(", ")}${more}`;
}
