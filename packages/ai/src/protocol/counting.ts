/** The fields of a request that a count of its prompt may have. */
export function pick(body: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
}
