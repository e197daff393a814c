type Variables = Readonly<Record<string, string | undefined>>;

/** Fills in `${VAR}` and `${VAR:-default}` in all texts of a value. One that is not set and has no default stays. */
export function expandVariables(value: unknown, variables: Variables): unknown {
	if (typeof value === "string") {
		return value.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (whole, name: string, fallback?: string) => {
			const found = variables[name];
			return fallback === undefined ? (found ?? whole) : found || fallback;
		});
	}
	if (Array.isArray(value)) return value.map((entry) => expandVariables(entry, variables));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expandVariables(entry, variables)]));
}
