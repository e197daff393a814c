/** Changes every string in a value, `keys` of objects too. What stays the same is the same object. */
export function mapTexts(value: unknown, change: (text: string) => string, keys = false): unknown {
	if (typeof value === "string") return change(value);
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) {
		const items = value.map((item) => mapTexts(item, change, keys));
		return items.some((item, index) => item !== value[index]) ? items : value;
	}
	const before = Object.entries(value);
	const after = before.map(([name, item]): [string, unknown] => [
		keys ? change(name) : name,
		mapTexts(item, change, keys),
	]);
	const isSame = after.every(([name, item], index) => name === before[index]?.[0] && item === before[index]?.[1]);
	return isSame ? value : Object.fromEntries(after);
}
