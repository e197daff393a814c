/** A copy of plain data that nobody can change, at any depth. */
export function frozenCopy<Value>(value: Value): Value {
	if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
	if (!isPlain(value)) return value;
	return Object.freeze(
		Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozenCopy(item)])),
	) as Value;
}

/** What JSON has; a signal or a buffer that code hands over stays what it is. */
function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== "object" || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
