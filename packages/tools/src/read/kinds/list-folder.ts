import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ignoredFolders } from "@oh-my-pi/pi-natives/walk/ignore/ignored-folders";
import { visibleName } from "@oh-my-pi/pi-utils/text/visible-name";
import { formatBytes } from "../../output/format-bytes.ts";

export interface FolderListing {
	readonly rows: readonly string[];
	/** Something is left out of a folder with many children. */
	readonly isCut: boolean;
}

interface Item {
	readonly name: string;
	readonly isFolder: boolean;
	/** A link that leads to nothing. */
	readonly isBroken: boolean;
	readonly bytes: number;
	readonly modifiedMs: number;
}

const maxDepth = 2;
export const maxChildren = 12;
/** Asking about more than this takes longer than the answer is worth. */
const maxItems = 10_000;

/** A folder as a tree of two levels, newest first, with sizes and ages (where they differ from the row above); rejects when it cannot be read. */
export async function listFolder(path: string, now: number): Promise<string[]> {
	return [...(await folderListing(path, now)).rows];
}

export async function folderListing(path: string, now: number): Promise<FolderListing> {
	// git's own folder says nothing about a project.
	const names = (await readdir(path)).filter((name) => name !== ".git");
	const { rows, isCut } = await listRows(path, names, 1, { now, shownAge: undefined });
	return { rows: rows.length === 0 ? ["(empty directory)"] : [".", ...rows], isCut };
}

interface Ages {
	readonly now: number;
	/** That of the row above, which is not repeated. */
	shownAge: string | undefined;
}

async function listRows(path: string, names: readonly string[], depth: number, ages: Ages): Promise<FolderListing> {
	const items = await loadItems(path, names);
	const isIgnored = ignoredFolders(path);
	const rows: string[] = [];
	const indent = "  ".repeat(depth - 1);
	const { shown, hidden } = depth === 1 ? { shown: items, hidden: 0 } : capped(items);
	let isCut = hidden > 0;
	for (const [index, item] of shown.entries()) {
		if (hidden > 0 && index === shown.length - 1) rows.push(`${indent}- … ${hidden} more`);
		const age = formatAge(ages.now - item.modifiedMs);
		const size = item.isFolder ? [] : [item.isBroken ? "broken link" : formatBytes(item.bytes)];
		const facts = [...size, ...(age === ages.shownAge ? [] : [age])];
		ages.shownAge = age;
		rows.push([`${indent}- ${visibleName(item.name)}${item.isFolder ? "/" : ""}`, ...facts].join(" "));
		if (!item.isFolder || depth === maxDepth || isIgnored(item.name)) continue;
		const folder = join(path, item.name);
		// What is in a folder we may not read is simply not shown.
		const inner = await listRows(
			folder,
			(await readdir(folder).catch(() => [])).filter((name) => name !== ".git"),
			depth + 1,
			ages,
		);
		rows.push(...inner.rows);
		isCut ||= inner.isCut;
	}
	return { rows, isCut };
}

/** The newest ones and the oldest, with the number of those between. */
function capped(items: readonly Item[]): { shown: readonly Item[]; hidden: number } {
	const oldest = items.at(-1);
	if (items.length <= maxChildren || !oldest) return { shown: items, hidden: 0 };
	return { shown: [...items.slice(0, maxChildren - 1), oldest], hidden: items.length - maxChildren };
}

async function loadItems(path: string, names: readonly string[]): Promise<Item[]> {
	const found = await Promise.all(
		names.slice(0, maxItems).map(async (name): Promise<Item | undefined> => {
			const target = await stat(join(path, name)).catch(() => undefined);
			// What vanishes meanwhile is left out.
			const facts = target ?? (await lstat(join(path, name)).catch(() => undefined));
			if (!facts) return undefined;
			const isBroken = target === undefined && facts.isSymbolicLink();
			return { name, isFolder: facts.isDirectory(), isBroken, bytes: facts.size, modifiedMs: facts.mtimeMs };
		}),
	);
	return found
		.filter((item) => item !== undefined)
		.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.name < b.name ? -1 : 1));
}

function formatAge(ageMs: number): string {
	const minutes = Math.floor(ageMs / 60_000);
	if (minutes < 1) return "just now";
	if (minutes < 60) return `${minutes}m ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}
