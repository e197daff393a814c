import { type Color, parseHexColor } from "../color.ts";
import { diffBand, diffWordBand } from "../diff-band.ts";
import { isSymbolKey, isSymbolPreset, type SymbolKey } from "../symbols.data.ts";
import { ThemeError, type ThemeSpec, type ThemeSymbols } from "../theme-spec.ts";
import { type ColorToken, DERIVED_TOKENS, FIRST_TOKENS, LATER_TOKENS, WORD_TOKENS } from "../tokens.data.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The tokens a theme may set. */
export interface TokenTable {
	/** Required, by group. */
	readonly first: Readonly<Record<string, readonly string[]>>;
	/** Optional; each with the token whose color it has by default. */
	readonly later: Readonly<Record<string, string>>;
}

const builtInTokens: TokenTable = { first: FIRST_TOKENS, later: LATER_TOKENS };

/** Validates a theme's JSON and resolves its variables. Throws a `ThemeError` that lists everything missing. */
export function parseTheme(json: unknown, fallbackName = "unnamed", tokens = builtInTokens): ThemeSpec {
	const theme = fieldsOf(json);
	if (!theme) throw new ThemeError("not-an-object", "A theme must be a JSON object");
	const name = typeof theme.name === "string" && theme.name !== "" ? theme.name : fallbackName;
	const vars = fieldsOf(theme.vars) ?? {};
	const colors = fieldsOf(theme.colors) ?? {};
	reportMissing(name, colors, tokens.first);
	const resolved: Record<string, Color> = {};
	for (const token of Object.values(tokens.first).flat()) resolved[token] = resolveColor(colors[token], vars, [token]);
	for (const [token, fallback] of Object.entries(tokens.later)) {
		resolved[token] = resolveColor(colors[token] ?? colors[fallback], vars, [token]);
	}
	const exportColors = parseExport(fieldsOf(theme.export) ?? {});
	for (const [token, source] of Object.entries(DERIVED_TOKENS)) {
		const derived = resolved[source] && diffBand(resolved[source], exportColors.pageBg);
		if (colors[token] === undefined && derived) resolved[token] = derived;
	}
	for (const [token, { color, row }] of Object.entries(WORD_TOKENS)) {
		if (colors[token] !== undefined || !resolved[color] || !resolved[row]) continue;
		resolved[token] = diffWordBand(resolved[color], exportColors.pageBg) ?? resolved[row];
	}
	return {
		name,
		colors: resolved as Record<ColorToken, Color>,
		exportColors,
		symbols: parseSymbols(fieldsOf(theme.symbols) ?? {}),
	};
}

function reportMissing(name: string, colors: Fields, required: TokenTable["first"]): void {
	const groups: string[] = [];
	for (const [group, tokens] of Object.entries(required)) {
		const missing = tokens.filter((token) => colors[token] === undefined);
		if (missing.length > 0) groups.push(`  ${group}: ${missing.join(", ")}`);
	}
	if (groups.length === 0) return;
	throw new ThemeError("missing-tokens", `Theme "${name}" has no color for:\n${groups.join("\n")}`, ["colors"]);
}

/** `path`: the token and the variables that led here. */
function resolveColor(value: unknown, vars: Fields, path: readonly string[]): Color {
	const steps = path.join(" → ");
	const where = path.length > 1 ? ["vars", path.at(-1) ?? ""] : ["colors", path[0] ?? ""];
	if (typeof value === "number") {
		if (Number.isInteger(value) && value >= 0 && value <= 255) return { kind: "indexed", index: value };
		throw new ThemeError("bad-value", `${steps}: ${value} is not a color from 0 to 255`, where);
	}
	if (typeof value !== "string") {
		const expected = `expected a color such as "#7aa2f7", 0 to 255, a variable or ""`;
		throw new ThemeError("bad-value", `${steps}: ${expected}`, where);
	}
	if (value === "") return { kind: "default" };
	if (value.startsWith("#")) {
		const color = parseHexColor(value);
		if (color) return color;
		throw new ThemeError("bad-value", `${steps}: "${value}" is not of the form #RRGGBB`, where);
	}
	if (path.indexOf(value, 1) > 0) {
		throw new ThemeError("circular-var", `Circular variables: ${steps} → ${value}`, where);
	}
	if (!Object.hasOwn(vars, value)) {
		throw new ThemeError("unknown-var", `${steps}: there is no variable "${value}"`, where);
	}
	return resolveColor(vars[value], vars, [...path, value]);
}

function parseExport(fields: Fields): ThemeSpec["exportColors"] {
	const colors: { pageBg?: string; cardBg?: string; infoBg?: string } = {};
	for (const key of ["pageBg", "cardBg", "infoBg"] as const) {
		const value = fields[key];
		if (typeof value === "string" && value !== "") colors[key] = value;
	}
	return colors;
}

function parseSymbols(fields: Fields): ThemeSymbols {
	const overrides: Partial<Record<SymbolKey, string>> = {};
	for (const [key, value] of Object.entries(fieldsOf(fields.overrides) ?? {})) {
		if (isSymbolKey(key) && typeof value === "string") overrides[key] = value;
	}
	const frames = fields.spinnerFrames;
	const statusFrames = strings(Array.isArray(frames) ? frames : fieldsOf(frames)?.status);
	const activityFrames = strings(Array.isArray(frames) ? frames : fieldsOf(frames)?.activity);
	return {
		...(isSymbolPreset(fields.preset) && { preset: fields.preset }),
		overrides,
		...(statusFrames && { statusFrames }),
		...(activityFrames && { activityFrames }),
	};
}

function strings(value: unknown): readonly string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const frames = value.filter((frame): frame is string => typeof frame === "string" && frame !== "");
	return frames.length > 0 ? frames : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
