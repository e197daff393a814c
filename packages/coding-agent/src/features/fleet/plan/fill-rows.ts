import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { UsageError } from "../../../process/usage-error.ts";
import { type CheckPlaces, findPlaces } from "./check/places.ts";
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
	const commands = await findCommandPlaces(template, templates, place);
	const missing: string[] = [];
	const filled = rows.rows.map((row) => {
		const fields = mapTexts(template, (text, path) => {
			const parsed = templates.get(text);
			if (!parsed || parsed.variables.length === 0) return parsed?.fill(() => "") ?? text;
			const places = isCommand(path) ? commands.get(text) : undefined;
			return parsed.fill(({ name, isOptional }, index) => {
				const value = row.value(name);
				const program = places?.optionOf[index];
				if (program !== undefined && value?.startsWith("-")) {
					missing.push(
						`${row.place}, column "${name}": "${oneLine(value, 40)}" would be an option of ${program} in check. Put -- before {{${name}}}`,
					);
				}
				if ((value === undefined || value.trim() === "") && !isOptional) {
					missing.push(
						`${row.place}, column "${name}": no value, and ${path.join(".")} needs one (write {{${name}?}} if it may be empty)`,
					);
				}
				// The value of a table is one word of a command, whatever is in it.
				return places ? quoteForShell(value ?? "") : (value ?? "");
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

const isCommand = (path: readonly string[]) => path.join(".") === "check.command";

async function findCommandPlaces(
	template: TaskFields,
	templates: ReadonlyMap<string, Template>,
	place: (path: FieldPath) => Promise<string>,
): Promise<ReadonlyMap<string, CheckPlaces>> {
	const command = template.check?.command;
	const parsed = command === undefined ? undefined : templates.get(command);
	if (command === undefined || !parsed) return new Map();
	try {
		return new Map([[command, findPlaces(parsed)]]);
	} catch (error) {
		throw new UsageError(`${await place(["template", "check"])}: ${errorMessage(error)}`);
	}
}

function shortenable<Item>(items: readonly Item[]): readonly Item[] {
	return items.slice(0, 20);
}
