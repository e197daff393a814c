/** An id of hexadecimal digits is a gist; any other one is a session on the server itself. */
export function isGist(id: string): boolean {
	return /^[0-9a-f]{20,}$/.test(id);
}
