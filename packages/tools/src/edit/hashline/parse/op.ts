/** Lines that are replaced or cut. A block is what the syntax begins on that line. */
export type SpanTarget =
	| { readonly kind: "lines"; readonly start: number; readonly end: number }
	| { readonly kind: "block"; readonly line: number };

/** A place between lines. */
export type GapTarget =
	| { readonly kind: "before"; readonly line: number }
	| { readonly kind: "after"; readonly line: number }
	| { readonly kind: "after-block"; readonly line: number }
	| { readonly kind: "end" };

export type Target = SpanTarget | GapTarget;

interface Written {
	/** The op as it was written, for what is said about it. */
	readonly source: string;
	/** Its line below the section's header, from 1. */
	readonly row: number;
}

export type LineOp =
	| ({
			readonly kind: "put";
			readonly target: Target;
			readonly rows: readonly string[];
			/** The rows without the line numbers they may begin with. */
			readonly unnumbered?: readonly string[];
	  } & Written)
	| ({ readonly kind: "paste"; readonly target: Target; readonly register?: string } & Written)
	| ({ readonly kind: "cut"; readonly target: SpanTarget; readonly register?: string } & Written);

export type FileOp =
	| ({ readonly kind: "remove" } & Written)
	| ({ readonly kind: "move"; readonly destination: string } & Written);

export type Op = LineOp | FileOp;

/** What is to be done to one file, in terms of the version that the tag names. */
export interface Section {
	readonly path: string;
	readonly tag: string;
	readonly ops: readonly Op[];
	readonly warnings: readonly string[];
}

export function isSpan(target: Target): target is SpanTarget {
	return target.kind === "lines" || target.kind === "block";
}
