import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { didYouMean } from "./fields.ts";
import { type FieldPath, PlanError, shortenProblems } from "./problems.ts";
import type { Row, Rows } from "./read-rows.ts";
import type { TaskFields } from "./task-fields.ts";
import { mapTexts, parseTemplate, type Template } from "./template.ts";

/** One set of fields for each row. What a template asks for and a row lacks is an error with row and column. */
export async function fillRows(
	template: TaskFields,
	rows: Rows,
	place: (path: FieldPath) => Promise<string>,
): Promise<ReadonlyArray<{ readonly fields: TaskFields; readonly row: Row }>> {
	const templates = await compile(template, rows, place);
	const missing: string[] = [];
	const filled = rows.rows.map((row) => {
		const fields = mapTexts(template, (text, path) => {
			const parsed = templates.get(text);
			if (!parsed || parsed.variables.length === 0) return parsed?.fill(() => "") ?? text;
			const isCommand = path.join(".") === "check.command";
			return parsed.fill(({ name, isOptional }) => {
				const value = row.value(name);
				if ((value === undefined || value.trim() === "") && !isOptional) {
					missing.push(
						`${row.place}, column "${name}": no value, and ${path.join(".")} needs one (write {{${name}?}} if it may be empty)`,
					);
				}
				// The value of a table is one word of a command, whatever is in it.
				return isCommand ? quoteForShell(value ?? "") : (value ?? "");
			});
		});
		return { fields, row };
	});
	if (missing.length > 0) throw new PlanError(shortenProblems([...new Set(missing)]));
	return filled;
}

async function compile(
	template: TaskFields,
	rows: Rows,
	place: (path: FieldPath) => Promise<string>,
): Promise<ReadonlyMap<string, Template>> {
	const templates = new Map<string, Template>();
	const problems: Array<{ path: FieldPath; message: string }> = [];
	mapTexts(template, (text, path) => {
		if (templates.has(text)) return text;
		try {
			const parsed = parseTemplate(text);
			templates.set(text, parsed);
			for (const { name } of parsed.variables) {
				if (rows.columns.has(name)) continue;
				const known =
					rows.columns.size === 0 ? "which has no columns" : `which has the columns ${[...rows.columns].join(", ")}`;
				problems.push({
					path,
					message: `{{${name}}} is in no row of ${rows.name}, ${known}${didYouMean(name, rows.columns)}`,
				});
			}
		} catch (error) {
			problems.push({ path, message: error instanceof Error ? error.message : String(error) });
		}
		return text;
	});
	if (problems.length > 0)
		throw new PlanError(
			await Promise.all(
				shortenable(problems).map(async ({ path, message }) => `${await place(["template", ...path])}: ${message}`),
			),
		);
	return templates;
}

function shortenable<Item>(items: readonly Item[]): readonly Item[] {
	return items.slice(0, 20);
}
