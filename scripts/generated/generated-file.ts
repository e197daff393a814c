/** A generated file in the repository; `bun run fix` writes it, `bun run check` compares it. */
export interface GeneratedFile {
	/** From the root of the repository. */
	readonly path: string;
	generate(): string | Promise<string>;
}
