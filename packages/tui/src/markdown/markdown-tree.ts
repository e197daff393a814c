/** The parsed Markdown, independent of style. */
export type Inline =
	| string
	| { readonly kind: "strong" | "emphasis" | "strikethrough"; readonly children: readonly Inline[] }
	| { readonly kind: "code"; readonly text: string }
	| { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
	| { readonly kind: "image"; readonly src: string; readonly alt: string }
	| { readonly kind: "break" };

export interface ListItem {
	/** Set for task lists. */
	readonly checked?: boolean;
	readonly blocks: readonly Block[];
}

export interface TableCell {
	readonly align: "left" | "center" | "right";
	readonly content: readonly Inline[];
}

export type Block =
	| { readonly kind: "paragraph"; readonly content: readonly Inline[] }
	| { readonly kind: "heading"; readonly level: number; readonly content: readonly Inline[] }
	| {
			readonly kind: "code";
			readonly language: string | undefined;
			readonly text: string;
			/** The beginning has been drawn already. */
			readonly isRest?: boolean;
	  }
	| { readonly kind: "quote"; readonly blocks: readonly Block[] }
	| {
			readonly kind: "list";
			readonly start: number | undefined;
			readonly isLoose: boolean;
			readonly items: readonly ListItem[];
	  }
	| {
			readonly kind: "table";
			readonly header: readonly TableCell[];
			readonly rows: ReadonlyArray<readonly TableCell[]>;
	  }
	| { readonly kind: "html"; readonly text: string }
	| { readonly kind: "rule" };
