/** What a walk excludes. */
export interface WalkRules {
	/** Include dotfiles. */
	readonly hidden: boolean;
	/** Respect `.gitignore`, `.ignore` and the like. */
	readonly respectIgnore: boolean;
	readonly nodeModules: boolean;
}
