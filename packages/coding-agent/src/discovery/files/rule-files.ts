import { basename } from "node:path";
import { splitAtCommas } from "@oh-my-pi/pi-utils/text/split-text";
import { interruptModes, type Rule } from "../capabilities/rules.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import { frontmatterProblem, parseFrontmatter, textField, textListField } from "./frontmatter.ts";
import { type ScannedFile, type ScannedFolder, scanFolders } from "./scan-folders.ts";

type Fields = Readonly<Record<string, unknown>>;
type Identity = { readonly id: string; readonly displayName: string };

export interface RuleOptions {
	/** Endings of rule files; not part of the name. */
	readonly suffixes?: readonly string[];
	readonly isRecursive?: boolean;
	/** Translates the frontmatter of another program. */
	readonly translate?: (fields: Fields, warn: (problem: string) => void) => Fields;
	/** In place of the file's name. */
	readonly name?: string;
	/** Whatever the frontmatter says. */
	readonly alwaysApply?: true;
}

/** The rules in these folders, in order. */
export async function ruleFiles(
	provider: Identity,
	folders: readonly ScannedFolder[],
	context: Pick<LoadContext, "files">,
	options: RuleOptions = {},
): Promise<LoadResult<Rule>> {
	const { suffixes = [".md", ".mdc"], isRecursive = false } = options;
	const { found, warnings } = await scanFolders(folders, context, { suffixes, isRecursive });
	const rules = await Promise.all(found.map((file) => parseRule(provider, file, { ...options, suffixes })));
	return {
		items: rules.flatMap(({ items }) => items),
		warnings: [...warnings, ...rules.flatMap((rule) => rule.warnings ?? [])],
	};
}

/** The rule that is one file, if it exists. */
export async function ruleFile(
	provider: Identity,
	{ path, level }: ScannedFolder,
	{ files }: Pick<LoadContext, "files">,
	options: RuleOptions & { readonly name: string },
): Promise<LoadResult<Rule>> {
	const content = await files.text(path);
	return content === undefined ? { items: [] } : parseRule(provider, { path, level, content }, options);
}

/** Results in order. */
export async function joinResults<Item>(parts: ReadonlyArray<Promise<LoadResult<Item>>>): Promise<LoadResult<Item>> {
	const results = await Promise.all(parts);
	return {
		items: results.flatMap(({ items }) => items),
		warnings: results.flatMap(({ warnings }) => warnings ?? []),
	};
}

/** `*.{ts,tsx}` is one glob. */
export function splitGlobs(text: string): string[] {
	return splitAtCommas(text, "{", "}");
}

async function parseRule(
	provider: Identity,
	{ path, level, content }: Omit<ScannedFile, "within">,
	options: RuleOptions,
): Promise<LoadResult<Rule>> {
	const { fields: rawFields, body, isPresent, broken } = parseFrontmatter(content);
	if (body === "") return { items: [] };
	const warnings = broken === undefined ? [] : [await frontmatterProblem(path, broken)];
	const fields = options.translate?.(rawFields, (problem) => warnings.push(`${path}: ${problem}`)) ?? rawFields;
	const globs = textListField(fields.globs).flatMap(splitGlobs);
	const description = textField(fields.description) ?? descriptionOf(globs);
	const condition = textListField(fields.condition ?? fields.ttsrTrigger ?? fields.ttsr_trigger);
	const astCondition = textListField(fields.astCondition);
	const scope = textListField(fields.scope).flatMap(scopeParts);
	const interruptMode = interruptModes.find((mode) => mode === fields.interruptMode);
	// A file of prose alone has nothing that limits it.
	const isPlain = !isPresent && fields.alwaysApply === undefined;
	const alwaysApply = options.alwaysApply || fields.alwaysApply === true || isPlain;
	const rule: Found<Rule> = {
		name: options.name ?? trimSuffix(path, options.suffixes ?? []),
		path,
		content: body,
		level,
		...(globs.length > 0 && { globs }),
		...(alwaysApply && { alwaysApply: true as const }),
		...(description !== undefined && { description }),
		...(condition.length > 0 && { condition }),
		...(astCondition.length > 0 && { astCondition }),
		...(scope.length > 0 && { scope }),
		...(interruptMode && { interruptMode }),
		_source: { provider: provider.id, providerName: provider.displayName, path, level },
	};
	return { items: [rule], warnings };
}

/** A rule that only says which files it is about can still be listed. */
function descriptionOf(globs: readonly string[]): string | undefined {
	return globs.length > 0 ? `Applies to ${globs.join(", ")}` : undefined;
}

function trimSuffix(path: string, suffixes: readonly string[]): string {
	const suffix = suffixes.find((ending) => path.endsWith(ending)) ?? "";
	return basename(path).slice(0, -suffix.length || undefined);
}

/** `"text","thinking"` in one string is a common slip. Commas in `tool:edit(*.{a,b})` belong to the glob. */
function scopeParts(text: string): string[] {
	return splitAtCommas(text, "({", ")}")
		.map((part) => part.replace(/^["']|["']$/g, ""))
		.filter((part) => part !== "");
}
