import type { Delivery, TaskCheck, TaskLimits } from "@oh-my-pi/pi-fleet/contract/task";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { didYouMean, Fields, kindName } from "./fields.ts";
import { fieldName } from "./problems.ts";

/** Text, or a file of it beside the task file. */
export type TextSource = string | { readonly file: string };

export interface FileToBring {
	readonly from: string;
	readonly to: string;
}

/** What a task file says of a task; all of it may come from the defaults. */
export interface TaskFields {
	readonly name?: string;
	readonly prompt?: TextSource;
	readonly repository?: string;
	readonly ref?: string;
	readonly model?: string;
	readonly context?: TextSource;
	readonly limits?: TaskLimits;
	readonly files?: readonly FileToBring[];
	readonly check?: TaskCheck;
	readonly checkRounds?: number;
	readonly deliver?: DeliveryFields;
	readonly questions?: "decide" | "wait" | "fail";
	readonly priority?: number;
}

/** A schema may be a file. */
export type DeliveryFields =
	| Exclude<Delivery, { kind: "json" }>
	| { readonly kind: "json"; readonly schema: Readonly<Record<string, unknown>> | { readonly file: string } };

const usualCheckSeconds = 600;

export function readTaskFields(fields: Fields): TaskFields {
	const read = {
		name: fields.text("name"),
		prompt: textSource(fields, "prompt"),
		repository: fields.text("repository"),
		ref: fields.text("ref"),
		model: fields.text("model"),
		context: textSource(fields, "context"),
		limits: readLimits(fields.below("limits")),
		files: readFiles(fields),
		check: readCheck(fields),
		checkRounds: fields.number("checkRounds", { whole: true, max: 50 }),
		deliver: readDelivery(fields),
		questions: fields.choice("questions", ["decide", "wait", "fail"]),
		priority: fields.number("priority", { whole: true, min: -1000, max: 1000 }),
	};
	fields.end();
	return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

export function mergeTaskFields(defaults: TaskFields, task: TaskFields): TaskFields {
	const limits = { ...defaults.limits, ...task.limits };
	return { ...defaults, ...task, ...(Object.keys(limits).length > 0 && { limits }) };
}

function textSource(fields: Fields, key: string): TextSource | undefined {
	if (!isRecord(fields.value(key))) return fields.text(key);
	const source = fields.below(key);
	const file = source?.text("file");
	source?.end();
	if (file === undefined)
		fields.complain([key], `${fieldName([...fields.path, key])} must be text, or a mapping with "file"`);
	return file === undefined ? undefined : { file };
}

function readLimits(fields: Fields | undefined): TaskLimits | undefined {
	if (!fields) return undefined;
	const read = {
		turns: fields.number("turns", { whole: true, min: 1 }),
		minutes: fields.number("minutes", { above: true }),
		usd: fields.number("usd", { above: true }),
	};
	fields.end();
	return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function readFiles(fields: Fields): readonly FileToBring[] | undefined {
	return fields.list("files")?.flatMap((entry, index) => {
		if (typeof entry === "string" && entry !== "") return [{ from: entry, to: entry }];
		const file = new Fields(entry, [...fields.path, "files", index], fields.problems);
		const from = file.text("from");
		const to = file.text("to") ?? from;
		file.end();
		if (from === undefined) file.complain([], 'a file needs "from", and may have "to"');
		return from === undefined || to === undefined ? [] : [{ from, to }];
	});
}

function readCheck(fields: Fields): TaskCheck | undefined {
	const value = fields.value("check");
	if (!isRecord(value)) {
		const command = fields.text("check");
		return command === undefined ? undefined : { command, timeoutSeconds: usualCheckSeconds, restore: [] };
	}
	const check = fields.below("check");
	if (!check) return undefined;
	const command = check.text("command");
	const timeout = readDuration(check, "timeout");
	const restore = check.list("restore")?.filter((glob): glob is string => {
		if (typeof glob === "string" && glob !== "") return true;
		check.complain(["restore"], `check.restore must be a list of globs, not of ${kindName(glob)}`);
		return false;
	});
	check.end();
	if (command === undefined) check.complain([], 'a check needs a "command"');
	return command === undefined
		? undefined
		: { command, timeoutSeconds: timeout ?? usualCheckSeconds, restore: restore ?? [] };
}

const seconds: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600 };

function readDuration(fields: Fields, key: string): number | undefined {
	const value = fields.value(key);
	if (value === undefined) return undefined;
	const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([smh]?)$/.exec(String(value).trim()) ?? [];
	const duration = Number(number) * (seconds[unit] ?? Number.NaN);
	if (number !== "" && duration > 0 && duration <= 86_400) return duration;
	fields.complain([key], `${fieldName([...fields.path, key])} must be a time up to a day, such as 90, 10m or 1h`);
	return undefined;
}

const kinds = ["patch", "branch", "commit", "pull-request", "json"] as const;
const deliveryForms = "patch, branch, pull-request, or a mapping with one of branch, commit, pull-request, json";

function readDelivery(fields: Fields): DeliveryFields | undefined {
	const value = fields.value("deliver");
	if (value === undefined) return undefined;
	if (value === "patch" || value === "branch" || value === "pull-request") return { kind: value };
	const name = fieldName([...fields.path, "deliver"]);
	if (typeof value === "string") {
		const hint = kinds.some((kind) => kind === value) ? `: ${value} says more, as a mapping` : didYouMean(value, kinds);
		fields.complain(["deliver"], `${name} must be ${deliveryForms}${hint}`);
		return undefined;
	}
	const delivery = fields.below("deliver");
	if (!delivery) return undefined;
	const kind = kinds.find((candidate) => delivery.has(candidate));
	const read = kind && readOneDelivery(delivery, kind);
	// Each of them counts as known, so that a second one is not reported as a wrong word.
	for (const other of kinds)
		if (other !== kind && delivery.has(other))
			delivery.complain([other], `${name} must be one thing, not ${kind} and ${other}`);
	if (!kind) delivery.complain([], `${name} must be ${deliveryForms}`);
	delivery.end();
	return read;
}

function readOneDelivery(fields: Fields, kind: (typeof kinds)[number]): DeliveryFields | undefined {
	switch (kind) {
		case "patch":
			return { kind };
		case "branch": {
			const branch = fields.text(kind);
			return branch === undefined ? undefined : { kind, branch };
		}
		case "commit": {
			const branch = fields.text(kind);
			return branch === undefined ? undefined : { kind, branch };
		}
		case "pull-request": {
			const request = fields.below(kind);
			if (!request) return undefined;
			const read = { branch: request.text("branch"), base: request.text("base"), draft: request.boolean("draft") };
			request.end();
			return { kind, ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) };
		}
		case "json": {
			const schema = fields.value(kind);
			if (typeof schema === "string") return { kind, schema: { file: schema } };
			if (isRecord(schema)) return { kind, schema };
			fields.complain([kind], "deliver.json must be a JSON schema, or the file of one");
			return undefined;
		}
	}
}
