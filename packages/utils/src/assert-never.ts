/** Makes the compiler reject an unhandled case; throws if one occurs at run time anyway. */
export function assertNever(value: never): never {
	throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
