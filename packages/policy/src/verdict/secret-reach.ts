import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { everydayPrograms } from "../auto-approval/everyday-programs.ts";
import { argumentsOf, type FoundCommand, hasFlag } from "../commands/found-command.ts";
import { inlineCode } from "../commands/inline-code.ts";
import { type Field, unknown } from "../expand/expand-word.ts";
import { filesFitting } from "../expand/glob-files.ts";
import {
	classifySecrecy,
	holdsHome,
	holdsSecrets,
	mayLeadToSecrets,
	type SecretPlaces,
} from "../files/guarded-files.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";
import { readOnlyPrograms } from "../read-only/programs.data.ts";

/** How close a line comes to secrets: it reads them, it may reach omp's own keys, it reads files that hold keys. */
export type Reach = "refused" | "ask-always" | "ask";

export interface SecretsRead {
	readonly reach: Reach;
	readonly shown: string;
}

/** What is known of a path, so that a word that stands on a line many times is looked up once. */
interface PathFacts {
	readonly isRefused: boolean;
	readonly isAsked: boolean;
	readonly mayLead: boolean;
	readonly isAbove: boolean;
	readonly holds: boolean;
}

class Lookup {
	readonly places: StoredSecrets;
	readonly #facts = new Map<string, PathFacts>();
	readonly #folders = new Map<string, boolean>();
	readonly #fitting = new Map<string, readonly string[]>();
	#words = 0;

	constructor(places: StoredSecrets) {
		this.places = places;
	}

	/** A line with more words than anyone writes is not looked at to its end. */
	isTooLong(words: number): boolean {
		this.#words += words;
		return this.#words > maxWords;
	}

	facts(path: string): PathFacts {
		return cached(this.#facts, path, () => inspectPath(path, this.places));
	}

	isFolder(path: string): boolean {
		return cached(this.#folders, path, () => isFolder(path));
	}

	fitting(pattern: string, base: string): readonly string[] {
		return cached(this.#fitting, `${base}\0${pattern}`, () => filesFitting(pattern, base) ?? []);
	}
}

const maxWords = 50_000;

function cached<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
	const present = known.get(key);
	if (present !== undefined) return present;
	const made = make();
	known.set(key, made);
	return made;
}

function inspectPath(path: string, places: StoredSecrets): PathFacts {
	const { home, agentDir } = places;
	const isPattern = path.includes("*");
	const real = isPattern ? path : resolveRealPath(path);
	const secrecies = [classifySecrecy(path, places), classifySecrecy(real, places)];
	return {
		isRefused: secrecies.includes("refused"),
		isAsked: secrecies.includes("ask"),
		mayLead: isPattern && mayLeadToSecrets(path, home),
		isAbove: holdsHome(real, home) || agentDir?.startsWith(`${real.replace(/\/+$/, "")}/`) === true,
		holds: holdsSecrets(real, home, agentDir) || existsSync(join(real, "agent.db")),
	};
}

export interface StoredSecrets extends SecretPlaces {
	/** Where omp keeps its keys, if not below the home folder. */
	readonly agentDir?: string | undefined;
}

/**
 * Secrets that a line would read, under whatever name: patterns are looked up on the disk, links are followed, and programs that
 * are given a folder are taken to read all of it.
 */
export function secretsRead(commands: readonly FoundCommand[], places: StoredSecrets): SecretsRead | undefined {
	let worst: SecretsRead | undefined;
	// What is only named may be what another command reads.
	const isPassedOn = commands.some(
		({ name, fields }) => passing.has(name) || fields.some(({ scripts }) => scripts.length > 0),
	);
	const lookup = new Lookup(places);
	for (const command of commands) {
		const inCode = secretInCode.exec(inlineCode(command))?.[0];
		if (inCode !== undefined) return { reach: "refused", shown: inCode };
		if (lookup.isTooLong(command.fields.length)) return { reach: "ask-always", shown: "a line too long to check" };
		for (const found of readBy(command, isPassedOn, lookup)) {
			if (found.reach === "refused") return found;
			if (worst === undefined || (worst.reach === "ask" && found.reach === "ask-always")) worst = found;
		}
	}
	return worst;
}

/** Names of secrets in code of another language. */
export const secretInCode = /\/proc\/[^/\s'"]+\/(?:environ|mem)\b|\.ssh\/id_\w+|\bagent\.db\b/;
/** The folder with stored keys, in code. */
export const agentFolderInCode = /(?:^|[/\\'"`\s])\.omp(?=[/\\'"`\s]|$)/;

function readBy(command: FoundCommand, isPassedOn: boolean, lookup: Lookup): SecretsRead[] {
	const bases = listFolders(command, lookup);
	const found = wordsRead(command, isPassedOn).flatMap((word) =>
		likelyPaths(word, bases, lookup).flatMap((path) => {
			const reach = judgeReach(lookup.facts(path), command, isPassedOn);
			return reach === undefined ? [] : [{ reach, shown: word.shown }];
		}),
	);
	const here =
		isSearch(command) && command.cwd !== undefined
			? folderReach(lookup.facts(command.cwd), command, isPassedOn)
			: undefined;
	const vague = vagueReach(command);
	return [
		...keptPaths(command, bases, lookup),
		...found,
		...(here === undefined ? [] : [{ reach: here, shown: command.text || command.name }]),
		...(vague === undefined ? [] : [{ reach: "ask-always" as const, shown: vague }]),
	];
}

/** Variables live on in the shell, and a later line can use them: one that names secrets or their folder counts like reading them. */
function keptPaths(command: FoundCommand, bases: readonly string[], lookup: Lookup): SecretsRead[] {
	const declared = declaring.has(command.name) ? command.fields.slice(1) : [];
	return [...command.assigned, ...declared].flatMap((word) =>
		likelyPaths(word, bases, lookup).flatMap((path): SecretsRead[] => {
			const { isRefused, holds } = lookup.facts(path);
			if (isRefused) return [{ reach: "refused", shown: word.shown }];
			return holds ? [{ reach: "ask-always", shown: word.shown }] : [];
		}),
	);
}

const declaring = new Set("export declare typeset local readonly".split(" "));

/** A folder in a variable that was set before: it may be the one with the keys. */
function vagueReach(command: FoundCommand): string | undefined {
	if (naming.has(command.name) || listing.has(command.name)) return undefined;
	const vague = command.fields.slice(1).filter(({ text, scripts }) => text.startsWith(unknown) && scripts.length === 0);
	const found = vague.find(({ text, hasGlob }) => {
		const rest = text.slice(1);
		if (/(?:^|\/)\.(?:omp|ssh|pi)(?:\/|$)/.test(rest)) return true;
		if (rest === "" || rest === "/") return isSearch(command) || (copiesAll.has(command.name) && readsAll(command));
		return hasGlob && couldNameSecret(rest);
	});
	return found?.shown;
}

const copiesAll = new Set("tar bsdtar zip rsync cp cpio scp".split(" "));

function couldNameSecret(rest: string): boolean {
	const name = rest.slice(rest.lastIndexOf("/") + 1);
	return ["agent.db", "id_rsa", "id_ed25519"].some((secret) => couldFit(name, secret));
}

function couldFit(pattern: string, name: string): boolean {
	const source = pattern
		.replace(/[.+^${}()|\\]/g, "\\$&")
		.replace(/\[[^\]]*\]|\?/g, ".")
		.replaceAll("*", ".*");
	return new RegExp(`^${source.replace(/[[\]]/g, ".")}$`).test(name);
}

function judgeReach(facts: PathFacts, command: FoundCommand, isPassedOn: boolean): Reach | undefined {
	if (facts.isRefused) return "refused";
	if (facts.mayLead && !listing.has(command.name)) return "ask-always";
	return folderReach(facts, command, isPassedOn) ?? (facts.isAsked ? "ask" : undefined);
}

/** What a program that is given a folder reads of it. */
function folderReach({ isAbove, holds }: PathFacts, command: FoundCommand, isPassedOn: boolean): Reach | undefined {
	if (!isAbove && !holds) return undefined;
	if (finding.has(command.name))
		return isPassedOn || argumentsOf(command).some((text) => acting.test(text)) ? "ask-always" : undefined;
	if (listing.has(command.name)) return undefined;
	if (holds) return "refused";
	if (!readsAll(command)) return undefined;
	return /^(?:rg|ag|ack)$/.test(command.name) && !readsHidden(command) ? "ask" : "ask-always";
}

/** Arguments and files on the input; not those of programs that only name files, or use keys for what they are there for. */
function wordsRead(command: FoundCommand, isPassedOn: boolean): Field[] {
	const input = command.redirections.filter(({ operator }) => operator === "<").map(({ target }) => target);
	if (naming.has(command.name) && !(isPassedOn && passingOn.has(command.name))) return input;
	const args = command.fields
		.slice(1)
		.filter((_, index, all) => !(connecting.has(command.name) && all[index - 1]?.text === "-i"));
	return [...args, ...input];
}

/** Reads whatever is below a folder, as far as is known: programs that are not known may. */
function readsAll(command: FoundCommand): boolean {
	const { name } = command;
	if (/^(?:rg|ag|ack|tar|bsdtar|zip|rsync|scp|ln|mv|cpio)$/.test(name)) return true;
	if (/^(?:[ef]?grep|cp|diff)$/.test(name)) return hasFlag(command, "rRad", "--recursive", "--archive");
	if (/^(?:docker|podman)$/.test(name))
		return argumentsOf(command).some((text) => /^(?:run|create|cp|build|compose)$/.test(text));
	if (name === "git") return argumentsOf(command).some((text) => /^(?:add|--no-index)$/.test(text));
	if (/^(?:python[\d.]*|node|ruby|perl|php|deno|bun|npx|uv)$/.test(name)) return true;
	return (
		!everydayPrograms.has(name) && !readOnlyPrograms.has(name) && !naming.has(name) && !listing.has(name) && name !== ""
	);
}

function readsHidden(command: FoundCommand): boolean {
	return hasFlag(command, "u.", "--hidden", "--unrestricted", "--no-ignore");
}

/** Searches a folder with all that is below; the one it runs in when it is given none. */
function isSearch(command: FoundCommand): boolean {
	if (
		/^(?:rg|ag|ack)$/.test(command.name) ||
		(/^[ef]?grep$/.test(command.name) && hasFlag(command, "rR", "--recursive"))
	)
		return true;
	const args = argumentsOf(command);
	return command.name === "git" && args.includes("grep") && args.includes("--no-index");
}

const passing = new Set("xargs parallel read mapfile readarray cpio".split(" "));
const passingOn = new Set("echo printf ls".split(" "));
const finding = new Set("find fd fdfind".split(" "));
const acting = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|x|X|-exec|-exec-batch)$/;
const naming = new Set(
	"echo printf ls stat test [ [[ basename dirname realpath readlink mkdir chmod chown touch ssh-add ssh-keygen rm rmdir unlink shred".split(
		" ",
	),
);
const listing = new Set(
	"ls find fd fdfind tree du df stat cd pushd popd test [ rm mkdir chmod chown export declare".split(" "),
);
const connecting = new Set("ssh scp sftp rsync ssh-copy-id".split(" "));

const maxFolders = 8;

/** Where relative paths begin: the folder it runs in, and those that it is told to go to. */
function listFolders({ cwd, fields }: FoundCommand, lookup: Lookup): string[] {
	const told = fields.slice(1).flatMap(({ text }, index) => {
		const before = fields[index]?.text ?? "";
		const joined = /^--?[\w-]+=(.+)$/.exec(text)?.[1];
		const folder = /^-{1,2}[\w-]+$/.test(before) ? text : joined;
		if (folder === undefined || folder.includes(unknown) || (!folder.startsWith("/") && cwd === undefined)) return [];
		const path = resolve(cwd ?? "/", folder);
		return lookup.isFolder(path) ? [path] : [];
	});
	return [...(cwd === undefined ? [] : [cwd]), ...told].slice(0, maxFolders);
}

function isFolder(path: string): boolean {
	try {
		return path.length < maxPath && statSync(path).isDirectory();
	} catch {
		// It is not there, or cannot be looked at.
		return false;
	}
}

const maxPath = 4096;

/** A word as absolute paths, with `*` for what is not known; `@file`, `if=file`, `--option=file` and `outside:inside` name files too. */
function likelyPaths({ text, hasGlob }: Field, bases: readonly string[], lookup: Lookup): string[] {
	if (text.length > maxPath) return [];
	const bare = text.replace(/^(?:-{0,2}[\w-]+=@?|@|file:\/\/)/, "").replace(/^~(?=\/|$)/, lookup.places.home);
	const parts = [bare, ...bare.split(/[=:,]/).filter((part) => part !== bare && /^[/~]/.test(part))];
	return parts.flatMap((part) => {
		if (part === "" || (part.startsWith("-") && !part.includes("/"))) return [];
		if (part.startsWith("/")) return listPaths(part, "/", hasGlob, lookup);
		if (part.startsWith(unknown)) return secretName.test(part) ? [`/${part.replaceAll(unknown, "*")}`] : [];
		return bases.flatMap((base) => listPaths(part, base, hasGlob, lookup));
	});
}

/** Behind a folder that is not known. */
const secretName = /\/(?:agent\.db(?:-\w+)?|id_(?:rsa|dsa|ecdsa|ed25519))$/;

function listPaths(text: string, base: string, hasGlob: boolean, lookup: Lookup): string[] {
	const isVague = text.includes(unknown);
	const known = (hasGlob ? text : text.replace(/[*?[]/g, "_")).replaceAll(unknown, "*");
	const pattern = resolve(base, known);
	if (!hasGlob || isVague) return [pattern];
	// The pattern itself counts too: what it fits may be there by the time it runs.
	return [pattern.replace(/\[[^\]/]*\]|\?/g, "*"), ...lookup.fitting(known, base).map((path) => resolve(base, path))];
}
