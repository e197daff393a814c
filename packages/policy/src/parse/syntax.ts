/** A command line as bash reads it. Where it is no valid one, as much as can be made out. */
export interface Script {
	readonly items: readonly ListItem[];
	/** False when something does not belong there or is missing. */
	readonly complete: boolean;
}

export interface ListItem {
	readonly pipeline: Pipeline;
	/** What stands behind it; a line break counts as `;`. */
	readonly end: "&&" | "||" | ";" | "&" | "";
}

export interface Pipeline {
	readonly stages: readonly Stage[];
	readonly start: number;
	readonly end: number;
}

export type Stage = SimpleCommand | CompoundCommand | FunctionDefinition;

export interface SimpleCommand {
	readonly kind: "simple";
	readonly assignments: readonly Assignment[];
	readonly words: readonly Word[];
	readonly redirections: readonly Redirection[];
	/** Where it stands in the text that was parsed. */
	readonly start: number;
	readonly end: number;
	readonly raw: string;
}

/** A group, a loop, a condition: anything with commands inside. */
export interface CompoundCommand {
	readonly kind: "compound";
	readonly opener: string;
	readonly bodies: readonly Script[];
	/** The variable of a `for`. */
	readonly variable?: string;
	/** What a `for` goes through, or what is tested. */
	readonly words: readonly Word[];
	readonly redirections: readonly Redirection[];
	readonly start: number;
	readonly end: number;
}

export interface FunctionDefinition {
	readonly kind: "function";
	readonly name: string;
	readonly body: Stage;
	readonly start: number;
	readonly end: number;
}

export interface Assignment {
	readonly name: string;
	/** Of the element in `name[index]=…`. */
	readonly index?: Word;
	/** `name+=…`. */
	readonly appends: boolean;
	/** One for a plain value, any number for an array. */
	readonly words: readonly Word[];
	readonly isArray: boolean;
}

export interface Redirection {
	/** The number before the operator, if there is one. */
	readonly descriptor?: string;
	readonly operator: string;
	readonly target: Word;
	/** What stands between a `<<` and its delimiter. */
	body?: readonly Part[];
}

export interface Word {
	readonly parts: readonly Part[];
	readonly start: number;
	readonly end: number;
	readonly raw: string;
}

export type Part =
	| { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
	| {
			readonly kind: "variable";
			readonly name: string;
			readonly quoted: boolean;
			readonly raw: string;
			/** The value is taken as it is, not cut or replaced on the way. */
			readonly plain: boolean;
			/** What `${name:-…}` gives for a variable that is not set. */
			readonly fallback?: readonly Part[];
			/** `${!name}`: the value is the name of another. */
			readonly indirect?: boolean;
			/** `${#name}`: how long the value is. */
			readonly counted?: boolean;
			/** Whatever stands inside the braces. */
			readonly nested: readonly Part[];
	  }
	| { readonly kind: "command"; readonly script: Script; readonly quoted: boolean; readonly raw: string }
	| { readonly kind: "process"; readonly script: Script; readonly raw: string }
	| { readonly kind: "arithmetic"; readonly nested: readonly Part[]; readonly raw: string };
