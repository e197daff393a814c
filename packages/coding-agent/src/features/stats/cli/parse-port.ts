/** A port from text, 0 for any; `undefined` for anything else. */
export function parsePort(text: string | true): number | undefined {
	const port = typeof text === "string" && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
	return port <= 65_535 ? port : undefined;
}
