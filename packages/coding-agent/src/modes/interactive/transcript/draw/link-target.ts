import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Host } from "@oh-my-pi/pi-utils/host";

const PATH = /^(~?[\w@.+/-]*[\w+/-])(?::(\d+))?(?::\d+)?$/;
const ISSUE = /^#(\d{1,7})$/;
const REMEMBERED = 2000;

/** Where a word of the transcript leads: files that exist, web addresses, issues of the project. Asked while drawing. */
export function linkTargets({
	cwd,
	home,
	env,
}: Pick<Host, "cwd" | "home" | "env">): (text: string) => string | undefined {
	const known = new Map<string, string | undefined>();
	let repository: string | undefined | null = null;
	const find = (text: string): string | undefined => {
		if (/^https?:\/\/\S+$/.test(text)) return text;
		const issue = ISSUE.exec(text)?.[1];
		if (issue) {
			repository = repository === null ? repositoryUrl(cwd) : repository;
			return repository && `${repository}/issues/${issue}`;
		}
		return fileTarget(text);
	};
	const fileTarget = (text: string): string | undefined => {
		const match = PATH.exec(text);
		const path = match?.[1];
		if (!path || !/[./]/.test(path)) return undefined;
		const full = path.startsWith("~/") ? join(home, path.slice(2)) : isAbsolute(path) ? path : resolve(cwd, path);
		if (!existsSync(full)) return undefined;
		const line = match[2];
		// Only there it is known which scheme opens a line.
		if (env.TERM_PROGRAM === "vscode" && line) return `vscode://file${full}:${line}`;
		return pathToFileURL(full).href;
	};
	return (text) => {
		if (known.has(text)) return known.get(text);
		if (known.size >= REMEMBERED) known.clear();
		const target = find(text);
		known.set(text, target);
		return target;
	};
}

/** The project's page, from the address it is fetched from. */
function repositoryUrl(cwd: string): string | undefined {
	try {
		const url = /\[remote "origin"\][^[]*?url\s*=\s*(\S+)/.exec(readFileSync(join(cwd, ".git/config"), "utf8"))?.[1];
		const place = /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/git@|git@)([\w.-]+)[:/](.+?)(?:\.git)?\/?$/.exec(url ?? "");
		return place ? `https://${place[1]}/${place[2]}` : undefined;
	} catch {
		// No repository, or one without a remote: numbers stay numbers.
		return undefined;
	}
}
