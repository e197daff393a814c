export interface OpenStoreOptions {
	/** Where the store is without a URL: `<fleetDir>/store`. */
	readonly fleetDir: string;
	/** Where the keys of a bucket are: `S3_*` or `AWS_*`. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** What one object may have; 1 GiB without it. */
	readonly maxBytes?: number;
	readonly sleep?: (ms: number) => Promise<void>;
}
