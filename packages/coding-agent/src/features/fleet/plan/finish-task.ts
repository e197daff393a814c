import { basename, isAbsolute, join, resolve } from "node:path";
import type { Delivery } from "@oh-my-pi/pi-fleet/contract/task";
import type { PlannedTask } from "./plan.ts";
import type { TaskFields } from "./task-fields.ts";

export interface FinishOptions {
	/** Of the task file: folders are relative to it. */
	readonly folder: string;
	readonly home: string;
	/** Its place in the batch, from 0. */
	readonly index: number;
}

export type FinishedFields = Omit<TaskFields, "prompt" | "context" | "deliver"> & {
	readonly prompt?: string;
	readonly context?: string;
	readonly deliver?: Delivery;
};

const usualRounds = 3;

/** A task from its fields, once all texts are there; problems go to `complain`. */
export function finishTask(
	fields: FinishedFields,
	{ folder, home, index }: FinishOptions,
	complain: (key: string, message: string) => void,
): PlannedTask | undefined {
	const { prompt, repository, ref, deliver = { kind: "patch" as const }, files = [] } = fields;
	if (prompt === undefined || prompt.trim() === "") complain("prompt", "a task needs a prompt");
	if (repository === undefined || repository.trim() === "")
		complain("repository", "a task needs a repository: a folder, or a URL for git");
	const place = repository === undefined ? undefined : readRepository(repository.trim(), { folder, home });
	if (place && "problem" in place) complain("repository", place.problem);
	if (ref !== undefined && !isRefName(ref)) complain("ref", `"${ref}" is no name of a branch, tag or commit`);
	for (const branch of branchesIn(deliver))
		if (!isRefName(branch) || /^(?:\+|refs\/|HEAD$)/.test(branch)) {
			const [, plain] = /^refs\/heads\/(.+)/.exec(branch) ?? [];
			const hint = plain === undefined ? "" : `: write ${plain}`;
			complain("deliver", `"${branch}" is no name of a branch${hint}`);
		}
	for (const { to } of files) {
		const problem = problemWithTarget(to);
		if (problem !== undefined) complain("files", `"${to}" ${problem}`);
	}
	if (prompt === undefined || !place || "problem" in place) return undefined;
	return {
		name: fields.name ?? `${repositoryName(place.repository)}#${index + 1}`,
		priority: fields.priority ?? 0,
		spec: {
			prompt,
			repository: place.repository,
			...(ref !== undefined && { ref }),
			...(fields.model !== undefined && { model: fields.model }),
			limits: fields.limits ?? {},
			...(fields.context !== undefined && { context: fields.context }),
			...(fields.check && { check: fields.check }),
			deliver,
			questions: fields.questions ?? "decide",
			checkRounds: fields.checkRounds ?? usualRounds,
		},
		files: files.map(({ from, to }) => ({ from: resolve(folder, from), to })),
	};
}

/** `https://…`, `ssh://…`, `git@host:path`; everything else is a folder. */
export function isUrl(repository: string): boolean {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(repository) || /^[\w.-]+@[\w.-]+:(?!\/\/)/.test(repository);
}

/** Without `.git` and what is before it. */
export function repositoryName(repository: string): string {
	const name = basename(repository.replace(/[/\\]+$/, "").replace(/^[^/]*:(?!\/)/, "")).replace(/\.git$/, "");
	return name === "" ? "task" : name;
}

function readRepository(
	text: string,
	{ folder, home }: { readonly folder: string; readonly home: string },
): { readonly repository: string } | { readonly problem: string } {
	if (text.startsWith("-")) return { problem: `"${text}" starts with a dash` };
	if (!isUrl(text)) {
		const path = text === "~" || text.startsWith("~/") ? join(home, text.slice(1)) : text;
		return { repository: isAbsolute(path) ? path : resolve(folder, path) };
	}
	const [scheme = ""] = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(text) ?? ["ssh"];
	if (!["https", "http", "ssh", "git", "file"].includes(scheme.toLowerCase()))
		return { problem: `git is not asked for ${scheme}:// addresses; use https, ssh, git or file` };
	if (/^[a-z+.-]+:\/\/[^/]*:[^/]*@/i.test(text))
		return {
			problem:
				"an address with a password is not put into a queue. Workers use their own credentials, by ssh or git's helpers",
		};
	return { repository: text };
}

function branchesIn(deliver: Delivery): string[] {
	switch (deliver.kind) {
		case "branch":
		case "commit":
			return deliver.branch === undefined ? [] : [deliver.branch];
		case "pull-request":
			return [deliver.branch, deliver.base].filter((name) => name !== undefined);
		default:
			return [];
	}
}

/** As git-check-ref-format has it, and nothing that git takes for an option. */
function isRefName(name: string): boolean {
	return (
		name !== "" &&
		!/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|[/.]$|\/\.|\.lock(?:\/|$)/.test(name) &&
		name !== "@"
	);
}

function problemWithTarget(path: string): string | undefined {
	const steps = path.split(/[/\\]/);
	if (isAbsolute(path) || /^[a-z]:/i.test(path)) return "must be a path inside of the workspace";
	if (steps.includes("..")) return 'leaves the workspace; say where it goes with "to"';
	if (steps.some((step) => step.toLowerCase() === ".git")) return "is in the folder of git";
	return undefined;
}
