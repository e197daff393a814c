/** The shape of a value: types instead of values, one entry per list, sorted keys. */
export type Shape = string | readonly Shape[] | { readonly [key: string]: Shape };

export function shapeOf(value: unknown): Shape {
	if (value === null) return "null";
	if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
	if (typeof value !== "object") return typeof value;
	const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, item]) => [key, shapeOf(item)]));
}

/** Paths missing in a shape; additional fields are allowed. */
export function missing(wanted: Shape, found: Shape | undefined, path = ""): string[] {
	if (found === undefined) return [`${path} is missing`];
	if (typeof wanted === "string") return found === wanted ? [] : [`${path} is ${JSON.stringify(found)}, not ${wanted}`];
	if (Array.isArray(wanted)) {
		if (!Array.isArray(found)) return [`${path} is no list`];
		const [item] = wanted;
		return item === undefined || found.length === 0 ? [] : missing(item, found[0], `${path}[]`);
	}
	if (typeof found === "string" || Array.isArray(found)) return [`${path} is no object`];
	return Object.entries(wanted).flatMap(([key, shape]) =>
		missing(shape, (found as { [key: string]: Shape })[key], path ? `${path}.${key}` : key),
	);
}
