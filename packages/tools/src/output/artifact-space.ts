/** Where output too large for a message is kept; absent or failing, a result is only shorter. */
export interface ArtifactSpace {
	/** Reserves a number and, where artifacts are files, the file to write and how much may go into it. */
	allocate(toolName: string): { readonly id: string; readonly path?: string; readonly maxBytes?: number };
	save(toolName: string, content: string): { readonly id: string };
}
