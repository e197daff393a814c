import { parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { CsvError, parseCsv } from "./csv.ts";
import { kindName } from "./fields.ts";
import { PlanError, shortenProblems } from "./problems.ts";
import { parseJsonLines, readText } from "./read-document.ts";

/** The values of a template, by variable. */
export interface Row {
	/** `repos.csv: row 3 (line 7)`, rows from 1, without the header. */
	readonly place: string;
	value(column: string): string | undefined;
}

export interface Rows {
	/** `repos.csv` */
	readonly name: string;
	readonly columns: ReadonlySet<string>;
	readonly rows: readonly Row[];
}

export async function readRows(path: string, shown: string): Promise<Rows> {
	const text = await readText(path, shown);
	if (/\.[ct]sv$/.test(path)) return csvRows(text, shown, path.endsWith(".tsv") ? "\t" : ",");
	if (/\.(?:jsonl|ndjson)$/.test(path)) {
		const problems: string[] = [];
		const lines = parseJsonLines(text, shown, problems);
		if (problems.length > 0) throw new PlanError(shortenProblems(problems));
		return recordRows(
			lines.map(({ value, line }, index) => ({ value, place: `${shown}: row ${index + 1} (line ${line})` })),
			shown,
		);
	}
	if (!/\.(?:ya?ml|json)$/.test(path))
		throw new PlanError([`${shown} must end in .csv, .tsv, .jsonl, .yml, .yaml or .json`]);
	const read = await parseConfig(text, shown);
	if ("problem" in read) throw new PlanError([read.problem]);
	if (!Array.isArray(read.value))
		throw new PlanError([`${shown} must be a list of mappings, not ${kindName(read.value)}`]);
	return listRows(read.value, shown);
}

/** Rows that are in the task file itself, or in a file of the same form. */
export function listRows(values: readonly unknown[], shown: string): Rows {
	return recordRows(
		values.map((value, index) => ({ value, place: `${shown}: row ${index + 1}` })),
		shown,
	);
}

function csvRows(text: string, shown: string, separator: string): Rows {
	const problems: string[] = [];
	let header: readonly string[] | undefined;
	let positions: ReadonlyMap<string, number> = new Map();
	const rows: Row[] = [];
	try {
		for (const { fields, line } of parseCsv(text, separator)) {
			if (header === undefined) {
				header = fields.map((name) => name.trim());
				positions = new Map(header.map((name, index) => [name, index]));
				problems.push(...headerProblems(header, `${shown}:${line}`));
				continue;
			}
			const place = `${shown}: row ${rows.length + 1} (line ${line})`;
			if (fields.length > header.length)
				problems.push(`${place}: ${fields.length} fields, but the header has ${header.length} columns`);
			rows.push({
				place,
				value: (column) => fields[positions.get(column) ?? -1],
			});
		}
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		problems.push(`${shown}:${error.line}: ${error.message}`);
	}
	if (header === undefined && problems.length === 0)
		problems.push(`${shown} is empty; its first line names the columns`);
	if (problems.length > 0) throw new PlanError(shortenProblems(problems));
	return { name: shown, columns: new Set(header), rows };
}

function headerProblems(names: readonly string[], place: string): string[] {
	return names.flatMap((name, index) => {
		if (name === "") return [`${place}: column ${index + 1} has no name`];
		return names.indexOf(name) < index ? [`${place}: column ${index + 1}: the name "${name}" is there twice`] : [];
	});
}

function recordRows(values: ReadonlyArray<{ readonly value: unknown; readonly place: string }>, shown: string): Rows {
	const problems: string[] = [];
	const columns = new Set<string>();
	const rows = values.map(({ value, place }): Row => {
		if (!isRecord(value)) {
			problems.push(`${place}: must be a mapping, not ${kindName(value)}`);
			return { place, value: () => undefined };
		}
		for (const [name, cell] of Object.entries(value)) {
			columns.add(name);
			if (typeof cell === "object" && cell !== null)
				problems.push(`${place}, column "${name}": must be text, a number or true or false, not ${kindName(cell)}`);
		}
		return {
			place,
			value: (column) => {
				const cell = Object.hasOwn(value, column) ? value[column] : undefined;
				return cell === undefined || cell === null ? undefined : String(cell);
			},
		};
	});
	if (problems.length > 0) throw new PlanError(shortenProblems(problems));
	return { name: shown, columns, rows };
}
