import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError } from "../../../process/usage-error.ts";
import { findAddedSecrets } from "./changes/added-secrets.ts";
import type { ProposedChanges } from "./changes/repository-changes.ts";
import { shortList } from "./changes/select-files.ts";

/** Asks whether to commit with this message, which may be changed; `undefined` when not. */
export async function confirmCommit(
	message: string,
	host: Pick<Host, "env" | "cwd">,
	io: Pick<CliIo, "askKey" | "stdout" | "stderr">,
): Promise<string | undefined> {
	const { askKey } = io;
	if (!askKey) return message;
	let current = message;
	for (;;) {
		const key = await askKey("Enter commit · e edit · Esc cancel ");
		if (key === "\r" || key === "\n") return current;
		if (key === "\x1b" || key === "q") return undefined;
		if (key !== "e") continue;
		const edited = await editMessage(current, host);
		if (edited === undefined) {
			await io.stderr.write("The editor failed, or left no message; it is as before.\n");
			continue;
		}
		current = edited;
		await io.stdout.write(`${current}\n`);
	}
}

/** Asks which commits of a split to make; `undefined` for none. */
export async function confirmSplit(
	count: number,
	io: Pick<CliIo, "askKey">,
): Promise<"all" | { readonly only: number } | undefined> {
	if (!io.askKey) return "all";
	const last = Math.min(9, count);
	for (;;) {
		const key = await io.askKey(`Enter all ${count} commits · 1-${last} only that one · Esc cancel `);
		if (key === "\r" || key === "\n" || key === "a") return "all";
		if (key === "\x1b" || key === "q") return undefined;
		const number = Number(key);
		if (Number.isInteger(number) && number >= 1 && number <= last) return { only: number - 1 };
	}
}

/** Asks whether to stage changes, when nothing is staged. */
export async function confirmStaging(count: number, io: Pick<CliIo, "askKey">): Promise<boolean> {
	if (!io.askKey) return false;
	const question = `Nothing is staged. Commit ${count === 1 ? "this change" : `these ${count} changes`}? y/n `;
	return isYes(io.askKey, question);
}

/** Nothing that looks like a secret is sent to a model or committed unasked. */
export async function admitSecrets(
	changes: ProposedChanges,
	{ env }: Pick<Host, "env">,
	{ io, isAsked }: { readonly io: Pick<CliIo, "askKey">; readonly isAsked: boolean },
): Promise<boolean> {
	const found = findAddedSecrets(changes, env).map(({ path, lineNumber }) => `${path}:${lineNumber}`);
	if (found.length === 0) return true;
	if (io.askKey && isAsked)
		return isYes(io.askKey, `These added lines look like secrets: ${shortList(found)}. Commit them? y/n `);
	throw new CliError(
		`These added lines look like secrets: ${shortList(found)}. Remove them, or run omp commit at a terminal without --yes and confirm them`,
	);
}

async function isYes(askKey: NonNullable<CliIo["askKey"]>, question: string): Promise<boolean> {
	for (;;) {
		const key = await askKey(question);
		if (key === "y" || key === "Y") return true;
		if (key === "n" || key === "N" || key === "\x1b" || key === "q") return false;
	}
}

async function editMessage(message: string, { env, cwd }: Pick<Host, "env" | "cwd">): Promise<string | undefined> {
	const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "omp-commit-"));
	const path = join(folder, "COMMIT_EDITMSG");
	try {
		writeFileSync(path, `${message}\n`, { mode: 0o600 });
		const editor = env.GIT_EDITOR || env.VISUAL || env.EDITOR || "vi";
		// The variable may hold arguments, as in `code --wait`.
		const child = Bun.spawn(["sh", "-c", `${editor} "$1"`, "sh", path], {
			cwd,
			stdin: "inherit",
			stdout: "inherit",
			stderr: "inherit",
		});
		return (await child.exited) === 0 ? readFileSync(path, "utf8").trim() || undefined : undefined;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
