export function isVariableName(text: string): boolean {
	return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}
