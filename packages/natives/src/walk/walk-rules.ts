/** What a walk excludes. */
export interface WalkRules {
	/** Include dotfiles. */
	readonly hidden: boolean;
	/** Respect `.gitignore`, `.ignore` and the like. */
	readonly respectIgnore: boolean;
	readonly nodeModules: boolean;
	/** Names that are neither listed nor entered, by the absolute folder that they are in. */
	readonly leftOut?: Readonly<Record<string, readonly string[]>>;
}
