/** Makes the compiler complain about an unhandled case; throws if one arrives at run time all the same. */
export function assertNever(value: never): never {
	throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
