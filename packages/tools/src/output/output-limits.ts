export interface OutputLimits {
	/** Beyond this only the beginning and the end are kept. */
	readonly maxBytes: number;
	readonly headBytes: number;
	readonly tailBytes: number;
	readonly tailLines: number;
	/** Bytes of a line that are shown; 0 shows all. */
	readonly maxColumns: number;
}

export const defaultOutputLimits: OutputLimits = {
	maxBytes: 50 * 1024,
	headBytes: 20 * 1024,
	tailBytes: 20 * 1024,
	tailLines: 500,
	maxColumns: 768,
};
