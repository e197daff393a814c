/** `friendlyName` as a part of placeholders. */
export function labelFrom(name: string): string | undefined {
	return (
		name
			.toUpperCase()
			.replace(/[^A-Z0-9]/g, "")
			.slice(0, 32) || undefined
	);
}
