/** What a walk through a folder leaves out. */
export interface WalkRules {
	/** Dotfiles too. */
	readonly hidden: boolean;
	/** Mind `.gitignore`, `.ignore` and their like. */
	readonly respectIgnore: boolean;
	readonly nodeModules: boolean;
}
