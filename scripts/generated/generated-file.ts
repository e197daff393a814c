/** A file that is made from others and kept in the repository; `bun run fix` writes it, `bun run check` compares. */
export interface GeneratedFile {
	/** From the root of the repository. */
	readonly path: string;
	generate(): string | Promise<string>;
}
