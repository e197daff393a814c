import type { Color } from "./color.ts";
import type { SymbolKey, SymbolPreset } from "./symbols.data.ts";
import type { ColorToken } from "./tokens.data.ts";

/** A parsed theme with all colors resolved. */
export interface ThemeSpec {
	readonly name: string;
	readonly colors: Readonly<Record<ColorToken, Color>>;
	readonly exportColors: { readonly pageBg?: string; readonly cardBg?: string; readonly infoBg?: string };
	readonly symbols: ThemeSymbols;
}

export interface ThemeSymbols {
	readonly preset?: SymbolPreset;
	readonly overrides: Readonly<Partial<Record<SymbolKey, string>>>;
	readonly statusFrames?: readonly string[];
	readonly activityFrames?: readonly string[];
}

/** Why a theme is unusable. */
export class ThemeError extends Error {
	override readonly name = "ThemeError";
	readonly kind: ThemeProblem;
	/** The path in the theme's JSON that is wrong. */
	readonly where: readonly string[];

	constructor(kind: ThemeProblem, message: string, where: readonly string[] = []) {
		super(message);
		this.kind = kind;
		this.where = where;
	}
}

export type ThemeProblem =
	| "not-found"
	| "unreadable"
	| "not-json"
	| "not-an-object"
	| "missing-tokens"
	| "bad-value"
	| "unknown-var"
	| "circular-var";
