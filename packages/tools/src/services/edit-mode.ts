export type EditMode = "hashline" | "apply_patch" | "patch" | "replace";

export const editModes: readonly EditMode[] = ["hashline", "apply_patch", "patch", "replace"];

export interface EditModeSources {
	/** `provider/id` of the active model. */
	readonly model?: string;
	/** The setting `edit.modelVariants`: patterns and the mode for models that fit. */
	readonly modelVariants?: Readonly<Record<string, string>>;
	/** `PI_EDIT_VARIANT` */
	readonly forced?: string;
	/** The setting `edit.mode`. */
	readonly preferred?: string;
	/** `PI_STRICT_EDIT_MODE`: no exceptions for weak models. */
	readonly strict?: boolean;
}

/**
 * Models that lose count of lines do better with quoting what they want changed. By family, because one expression for all of them
 * takes longer to compile than everything else here.
 */
const weakModels: Readonly<Record<string, string>> = {
	gpt: String.raw`gpt-(?:3\.5|4o-mini|4\.1-nano|5-nano)`,
	gemma: "gemma",
	phi: String.raw`phi-?\d`,
	tinyllama: "tinyllama",
	smollm: "smollm",
	granite: "granite",
	"command-r": "command-r(?!-plus)",
	mistral: "mistral-7b",
	ministral: "ministral",
	mixtral: "mixtral-8x7b",
	codestral: "codestral-mamba",
	llama: String.raw`llama-?(?:2|3(?:\.\d)?)-(?:1|3|7|8|11|13)b`,
	qwen: String.raw`qwen(?:2(?:\.5)?|3)?(?:-coder)?-(?:0\.\d|1(?:\.\d)?|3|4|7|8)b`,
	"deepseek-coder": String.raw`deepseek-coder-(?:1\.3|6\.7)b`,
	starcoder: "starcoder2?",
	yi: String.raw`yi-\d`,
};

function isWeak(model: string): boolean {
	const name = model.toLowerCase();
	return Object.entries(weakModels).some(
		([family, weak]) => name.includes(family) && new RegExp(`(?:^|[/:_-])${weak}`).test(name),
	);
}

/** The wire contract of the edit tool for a model. */
export function chooseEditMode(sources: EditModeSources): EditMode {
	const { model = "", forced, preferred, strict } = sources;
	const variant = variantFor(model, sources.modelVariants ?? {});
	if (variant) return variant;
	if (isEditMode(forced)) return forced;
	const wanted = isEditMode(preferred) ? preferred : "hashline";
	return wanted === "hashline" && !strict && isWeak(model) ? "replace" : wanted;
}

/** The longest pattern that fits says most about the model. */
function variantFor(model: string, variants: Readonly<Record<string, string>>): EditMode | undefined {
	const fitting = Object.entries(variants)
		.filter(([pattern]) => fits(model, pattern))
		.sort(([a], [b]) => b.length - a.length);
	const mode = fitting[0]?.[1];
	return isEditMode(mode) ? mode : undefined;
}

/** With `*` the pattern covers the whole id, with or without its provider; without one it is a part of it. */
function fits(model: string, pattern: string): boolean {
	const name = model.toLowerCase();
	const wanted = pattern.trim().toLowerCase();
	if (wanted === "" || name === "") return false;
	if (!wanted.includes("*")) return name.includes(wanted);
	const source = wanted.split("*").map(RegExp.escape).join(".*");
	return new RegExp(`^(?:[^/]*/)?${source}$`).test(name);
}

function isEditMode(value: string | undefined): value is EditMode {
	return editModes.some((mode) => mode === value);
}
