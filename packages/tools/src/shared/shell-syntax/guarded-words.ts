import { resolve } from "node:path";
import { decidesWhatRuns, holdsHome, holdsSecrets, secrecyOf } from "../guarded-files/guarded-files.ts";
import { realPathOf } from "../paths/resolve-links.ts";
import { filesWritten } from "./critical/files-written.ts";
import { pathOf, writtenFiles } from "./critical/paths.ts";
import { type Field, unknown } from "./expand-word.ts";
import { type FoundCommand, hasFlag } from "./found-command.ts";
import { inlineCode } from "./inline-code.ts";

/** A file that a line writes and that decides what runs next. */
export function guardedFileWritten(commands: readonly FoundCommand[], project: string): string | undefined {
	const root = realPathOf(project);
	for (const command of commands) {
		for (const field of [...writtenFiles(command), ...filesWritten(command)]) {
			const path = pathOf(field, command);
			if (path === undefined) continue;
			if (decidesWhatRuns(path, project) || decidesWhatRuns(realPathOf(path), root)) return field.shown;
		}
	}
	return undefined;
}

/** Secrets that a line would read, as far as their names are on it. */
export function secretsRead(
	commands: readonly FoundCommand[],
	home: string,
): { readonly secrecy: "refused" | "ask"; readonly shown: string } | undefined {
	let asked: string | undefined;
	// What is only named may be what another command reads.
	const isPassedOn = commands.some(({ name }) => name === "xargs" || name === "parallel" || name === "read");
	for (const command of commands) {
		const inCode = secretInCode.exec(inlineCode(command))?.[0];
		if (inCode !== undefined) return { secrecy: "refused", shown: inCode };
		for (const { text, shown, hasGlob } of wordsRead(command, isPassedOn)) {
			const path = likelyPath(text, command.cwd, hasGlob);
			if (path === undefined) continue;
			const secrecy = secrecyOf(path, home) ?? (path.includes("*") ? undefined : secrecyOf(realPathOf(path), home));
			const isFolder = !listing.has(command.name) && holdsSecrets(path, home);
			if (secrecy === "refused" || isFolder) return { secrecy: "refused", shown };
			const isAbove = readsAll(command) && holdsHome(path, home);
			if (secrecy === "ask" || isAbove) asked ??= shown;
		}
	}
	return asked === undefined ? undefined : { secrecy: "ask", shown: asked };
}

/** Names of secrets in code of another language. */
export const secretInCode = /\/proc\/[^/\s'"]+\/(?:environ|mem)\b|\.ssh\/id_\w+|\bagent\.db\b/;

/** Arguments and files on the input; not those of programs that only name files, or use keys for what they are there for. */
function wordsRead(command: FoundCommand, isPassedOn: boolean): Field[] {
	const input = command.redirections.filter(({ operator }) => operator === "<").map(({ target }) => target);
	if (naming.has(command.name) && !(isPassedOn && passingOn.has(command.name))) return input;
	const args = command.fields
		.slice(1)
		.filter((_, index, all) => !(connecting.has(command.name) && all[index - 1]?.text === "-i"));
	return [...args, ...input];
}

/** Reads whatever is below a folder. */
function readsAll(command: FoundCommand): boolean {
	if (/^(?:rg|ag|ack|tar|zip|rsync|scp)$/.test(command.name)) return true;
	return /^(?:[ef]?grep|cp|diff)$/.test(command.name) && hasFlag(command, "rRa", "--recursive", "--archive");
}

const passingOn = new Set("echo printf ls".split(" "));
const naming = new Set(
	"echo printf ls stat test [ [[ basename dirname realpath readlink mkdir chmod chown touch ssh-add ssh-keygen rm rmdir unlink shred".split(
		" ",
	),
);
const listing = new Set("ls find fd tree du stat cd pushd test [ rm mkdir chmod chown".split(" "));
const connecting = new Set("ssh scp sftp rsync ssh-copy-id".split(" "));

/** A word as an absolute path, with `*` for what is not known; `@file`, `if=file` and `--option=file` name files too. */
function likelyPath(text: string, cwd: string | undefined, hasGlob: boolean): string | undefined {
	const bare = text.replace(/^(?:-{0,2}[\w-]+=@?|@|file:\/\/)/, "");
	if (!/[/~.]/.test(bare) && !bare.startsWith("agent.db") && !bare.startsWith("id_")) return undefined;
	const known = (hasGlob ? bare : bare.replaceAll("*", "_")).replaceAll(unknown, "*");
	if (!known.startsWith("/") && (cwd === undefined || known.startsWith("*"))) return undefined;
	return resolve(cwd ?? "/", known);
}
