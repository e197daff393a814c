import { basename, dirname, relative, resolve } from "node:path";
import type { BatchLimits } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { Fields } from "./fields.ts";
import { fillRows } from "./fill-rows.ts";
import { findFiles } from "./find-files.ts";
import { type FinishedFields, finishTask } from "./finish-task.ts";
import { type Admit, loadTexts } from "./load-texts.ts";
import { findMissing, findOutside, refuseSecrets } from "./outside-files.ts";
import type { Plan, PlannedTask } from "./plan.ts";
import { type FieldPath, PlanError, type Problem, shortenProblems } from "./problems.ts";
import { readDocument, type TaskDocument } from "./read-document.ts";
import { listRows, type Rows, readRows } from "./read-rows.ts";
import { mergeTaskFields, readTaskFields, type TaskFields } from "./task-fields.ts";

/** Fields of one task, and where a problem with one of them is. */
interface TaskSource {
	readonly fields: TaskFields;
	place(key: string): Promise<string>;
}

/** Reads a task file with everything it names; throws a `PlanError` with all that is wrong with it. */
export async function readPlan(file: string, host: Pick<Host, "cwd" | "home">): Promise<Plan> {
	const path = resolve(host.cwd, file);
	const folder = dirname(path);
	const document = await readDocument(path, file);
	const read: string[] = [];
	const admit = (paths: readonly string[]) => {
		refuseSecrets(paths, host.home);
		read.push(...paths);
	};
	const problems: Problem[] = [];
	const head = readHead(document.value, problems);
	await refuse(problems, document);
	const sources = head.template
		? await rowTasks(head, { folder, host, document, admit })
		: head.tasks.map((task, index) => ({
				fields: mergeTaskFields(head.defaults, task),
				place: (key: string) => document.place(["tasks", index, key]),
			}));
	if (sources.length === 0) throw new PlanError([`${file}: there is no task in it`]);
	const texts = await loadTexts(
		sources.map(({ fields }) => fields),
		folder,
		admit,
	);
	const tasks = await finishAll(sources, texts, { folder, home: host.home });
	refuseSharedBranches(tasks, file);
	const name = head.name ?? basename(file).replace(/\.[^.]*$/, "");
	const planned = await findFiles(tasks, folder);
	admit(planned.flatMap(({ files }) => files.map(({ from }) => from)));
	const outside = findOutside(read, folder);
	return { name, file, limits: head.limits, tasks: planned, outside, missing: findMissing(planned) };
}

interface Head {
	readonly name: string | undefined;
	readonly defaults: TaskFields;
	readonly limits: BatchLimits;
	readonly tasks: readonly TaskFields[];
	readonly template: TaskFields | undefined;
	readonly rows: unknown;
}

function readHead(value: unknown, problems: Problem[]): Head {
	const fields = new Fields(value, [], problems);
	const name = fields.text("name");
	const defaultFields = fields.below("defaults");
	const defaults = defaultFields ? readTaskFields(defaultFields) : {};
	const limits = readBatchLimits(fields.below("limits"));
	const templateFields = fields.below("template");
	const template = templateFields && readTaskFields(templateFields);
	const rows = fields.value("rows");
	const list = fields.list("tasks");
	const tasks = (list ?? []).map((task, index) => readTaskFields(new Fields(task, ["tasks", index], problems)));
	fields.end();
	if (problems.length === 0 && isRecord(value)) {
		if (list && template) fields.complain(["template"], 'a file has "tasks", or "template" and "rows", not both');
		else if (template && rows === undefined)
			fields.complain(["template"], '"template" needs "rows": a CSV, JSONL or YAML file, or a list');
		else if (!template && rows !== undefined) fields.complain(["rows"], '"rows" needs a "template"');
		else if (!template && !list) fields.complain([], 'there are no "tasks", and no "template" with "rows"');
	}
	return { name, defaults, limits, tasks, template, rows };
}

function readBatchLimits(fields: Fields | undefined): BatchLimits {
	if (!fields) return {};
	const usd = fields.number("usd", { above: true });
	const usdPerDay = fields.number("usdPerDay", { above: true });
	const accounts = fields.below("perMinute");
	const perMinute = Object.fromEntries(
		(accounts?.keys() ?? []).flatMap((account) => {
			const rates = accounts?.below(account);
			if (!rates) return [];
			const requests = rates.number("requests", { whole: true, min: 1 });
			const tokens = rates.number("tokens", { whole: true, min: 1 });
			rates.end();
			return [[account, { ...(requests !== undefined && { requests }), ...(tokens !== undefined && { tokens }) }]];
		}),
	);
	fields.end();
	return {
		...(usd !== undefined && { usd }),
		...(usdPerDay !== undefined && { usdPerDay }),
		...(accounts && { perMinute }),
	};
}

async function rowTasks(
	{ defaults, template = {}, rows }: Head,
	{ folder, host, document, admit }: { folder: string; host: Pick<Host, "cwd">; document: TaskDocument; admit: Admit },
): Promise<TaskSource[]> {
	const place = (path: FieldPath) => document.place(path);
	const merged = mergeTaskFields(defaults, template);
	const [whole = merged] = await loadTexts([merged], folder, admit);
	if (typeof rows === "string") admit([resolve(folder, rows)]);
	const filled = await fillRows(whole, await findRows(rows, folder, host, document), place);
	return filled.map(({ fields, row }) => ({ fields, place: async () => row.place }));
}

async function findRows(
	rows: unknown,
	folder: string,
	{ cwd }: Pick<Host, "cwd">,
	document: TaskDocument,
): Promise<Rows> {
	if (Array.isArray(rows)) return listRows(rows, await document.place(["rows"]));
	if (typeof rows !== "string")
		throw new PlanError([`${await document.place(["rows"])}: rows must be a file or a list`]);
	const path = resolve(folder, rows);
	return readRows(path, relative(cwd, path) || path);
}

async function finishAll(
	sources: readonly TaskSource[],
	texts: readonly FinishedFields[],
	options: { readonly folder: string; readonly home: string },
): Promise<PlannedTask[]> {
	const found: Array<{ source: TaskSource; key: string; message: string }> = [];
	const tasks = sources.flatMap((source, index) => {
		const fields = texts[index] ?? {};
		const task = finishTask(fields, { ...options, index }, (key, message) => found.push({ source, key, message }));
		return task ? [task] : [];
	});
	if (found.length === 0) return tasks;
	const shown = await Promise.all(
		found.slice(0, 20).map(async ({ source, key, message }) => `${await source.place(key)}: ${message}`),
	);
	throw new PlanError(shortenProblems([...shown, ...found.slice(20).map(({ message }) => message)]));
}

/** Two tasks that push to one branch would only be in each other's way. */
function refuseSharedBranches(tasks: readonly PlannedTask[], file: string): void {
	const first = new Map<string, PlannedTask>();
	const problems: string[] = [];
	for (const task of tasks) {
		const { repository, deliver } = task.spec;
		if ((deliver.kind !== "branch" && deliver.kind !== "pull-request") || deliver.branch === undefined) continue;
		const key = `${repository}\n${deliver.branch}`;
		const other = first.get(key);
		if (other)
			problems.push(
				`${file}: ${other.name} and ${task.name} both deliver the branch ${deliver.branch} of ${repository}`,
			);
		else first.set(key, task);
	}
	if (problems.length > 0) throw new PlanError(shortenProblems(problems));
}

async function refuse(problems: readonly Problem[], document: TaskDocument): Promise<void> {
	if (problems.length === 0) return;
	const shown = await Promise.all(
		problems.slice(0, 20).map(async ({ path, message }) => `${await document.place(path)}: ${message}`),
	);
	throw new PlanError(shortenProblems([...shown, ...problems.slice(20).map(({ message }) => message)]));
}
