import { outcomeText } from "@oh-my-pi/pi-tools/memory/memory-edit";
import type { MemoryEdit } from "@oh-my-pi/pi-tools/services/memory-service";
import type { CliIo } from "../../../process/terminal/io.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import type { ParsedArgs } from "../../../startup/parse-args.ts";
import type { MemoryMaintenance, MemoryQuery } from "../contract/memory-backend.ts";
import { diagnosisText, memoryLine, memoryText, statsText } from "../shown/memory-text.ts";
import type { MemoryAction } from "./memory-arguments.ts";
import { exportMemories, importMemories } from "./transfer.ts";

export interface ActionPlace {
	readonly maintenance: MemoryMaintenance;
	readonly io: CliIo;
	readonly cwd: string;
	readonly now: () => number;
}

const usualLimit = 50;

/** Runs one action of `omp memory`; gives the exit code. */
export async function runMemoryAction(
	action: MemoryAction,
	words: readonly string[],
	args: ParsedArgs,
	place: ActionPlace,
): Promise<number> {
	const { maintenance, io } = place;
	const { signal } = new AbortController();
	const print = (text: string) => io.stdout.write(`${foreignText(io.stdout, text)}\n`);
	const printJson = (value: unknown) => io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
	const isJson = args.flags.has("json");
	switch (action) {
		case "list":
		case "search": {
			const text = words.join(" ").trim();
			if (action === "list" && text !== "") throw new UsageError(`unexpected argument "${words[0]}"`);
			if (action === "search" && text === "") throw new UsageError("What to search for is needed: search <text>");
			const query = readQuery(args);
			const found =
				action === "list"
					? await ability(maintenance, "list")(query, signal)
					: await ability(maintenance, "search")(text, query, signal);
			if (isJson) await printJson(found);
			else
				await print(
					found.map(memoryLine).join("\n") || (action === "list" ? "Nothing is remembered here." : "Nothing matches."),
				);
			return 0;
		}
		case "show": {
			const id = requireId(words, action);
			const memory = await ability(maintenance, "find")(id, signal);
			if (!memory) throw new CliError(`Memory ${id} not found. omp memory list shows the ids.`);
			await (isJson ? printJson(memory) : print(memoryText(memory)));
			return 0;
		}
		case "edit":
		case "forget":
		case "invalidate": {
			const edit = readEdit(action, requireId(words, action), args);
			const outcome = await ability(maintenance, "edit")(edit);
			const hasWorked = outcome.status !== "not-found" && outcome.status !== "read-only";
			const text = outcomeText(edit.id, outcome);
			if (!hasWorked) throw new CliError(text);
			await print(text);
			return 0;
		}
		case "export":
			await exportMemories(requireFile(words, action), ability(maintenance, "exportAll")(signal), place);
			return 0;
		case "import":
			return importMemories(
				requireFile(words, action),
				(memories) => ability(maintenance, "importAll")(memories, signal),
				place,
			);
		case "stats": {
			const rows = await maintenance.stats(signal);
			await (isJson ? printJson(Object.fromEntries(rows)) : print(statsText(rows)));
			return 0;
		}
		case "diagnose": {
			const checks = await maintenance.diagnose(signal);
			await (isJson ? printJson(checks) : print(diagnosisText(checks)));
			return checks.every(({ ok }) => ok) ? 0 : 1;
		}
		case "wipe":
			if (words.length > 0) throw new UsageError(`unexpected argument "${words[0]}"`);
			if (maintenance.keptElsewhere !== undefined) throw new CliError(maintenance.keptElsewhere);
			if (!(await mayWipe(args, place))) {
				await print("Nothing was deleted.");
				return 1;
			}
			await print(await maintenance.clear(signal));
			return 0;
	}
}

async function mayWipe(
	{ flags }: ParsedArgs,
	{ maintenance: { clearText }, io: { ask } }: ActionPlace,
): Promise<boolean> {
	if (flags.has("yes")) return true;
	if (!ask) throw new CliError(`Nothing was deleted. To delete ${clearText}, add --yes.`);
	const answer = await ask(`Delete ${clearText}? This cannot be undone. [y/N] `);
	return /^y(es)?$/i.test(answer.trim());
}

type Ability = "list" | "search" | "find" | "edit" | "exportAll" | "importAll";

function ability<Name extends Ability>(
	maintenance: MemoryMaintenance,
	name: Name,
): NonNullable<MemoryMaintenance[Name]> {
	const method = maintenance[name];
	if (!method) throw new CliError(unable[name]);
	return method.bind(maintenance) as NonNullable<MemoryMaintenance[Name]>;
}

const unable: Readonly<Record<Ability, string>> = {
	list: "This backend cannot list single memories.",
	search: "This backend cannot search without a session.",
	find: "This backend has no single memories to show.",
	edit: "This backend has no single memories to change.",
	exportAll: "This backend cannot export its memories.",
	importAll: "This backend cannot import memories.",
};

function readQuery({ flags }: ParsedArgs): MemoryQuery {
	const text = (name: string) => {
		const value = flags.get(name);
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	const limit = text("limit");
	if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) {
		throw new UsageError(`--limit must be a whole number from 1; got "${limit}"`);
	}
	const project = text("project");
	const agent = text("agent");
	return {
		limit: limit === undefined ? usualLimit : Number(limit),
		...(project !== undefined && { project }),
		...(agent !== undefined && { agent }),
		...(flags.has("all") && { allProjects: true }),
		...(flags.has("invalidated") && { includeInvalidated: true }),
	};
}

function readEdit(action: "edit" | "forget" | "invalidate", id: string, { flags }: ParsedArgs): MemoryEdit {
	if (action === "forget") return { op: "forget", id };
	if (action === "invalidate") {
		const replacementId = flags.get("replacement");
		return { op: "invalidate", id, ...(typeof replacementId === "string" && { replacementId }) };
	}
	const content = flags.get("content");
	const importance = flags.get("importance");
	if (content === undefined && importance === undefined) {
		throw new UsageError("edit needs --content <text> or --importance <n>");
	}
	if (typeof content === "string" && content.trim() === "") {
		throw new UsageError("--content must not be empty; forget <id> deletes a memory");
	}
	const number = Number(importance ?? 0);
	if (typeof importance === "string" && (importance.trim() === "" || !(number >= 0 && number <= 1))) {
		throw new UsageError(`--importance must be from 0 to 1; got "${importance}"`);
	}
	return {
		op: "update",
		id,
		...(typeof content === "string" && { content }),
		...(importance !== undefined && { importance: number }),
	};
}

function requireId([id, ...more]: readonly string[], action: string): string {
	if (id === undefined) throw new UsageError(`One id is needed: ${action} <id>`);
	if (more.length > 0) throw new UsageError(`unexpected argument "${more[0]}"`);
	return id;
}

function requireFile([file, ...more]: readonly string[], action: string): string {
	if (file === undefined)
		throw new UsageError(
			`One file is needed: ${action} <file>, or - for standard ${action === "export" ? "output" : "input"}`,
		);
	if (more.length > 0) throw new UsageError(`unexpected argument "${more[0]}"`);
	return file;
}
