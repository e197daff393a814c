import type { FileCommand } from "../file-commands/file-command.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

const notified = new WeakMap<OpenedConversation, Set<string>>();

/** The prompts in files whose names omp has not taken. A file that cannot be called by its name is reported once. */
export async function freeFileCommands(
	session: OpenedConversation,
	taken: ReadonlySet<string>,
): Promise<readonly FileCommand[]> {
	const all = await session.fileCommands.list();
	const free = all.filter(({ name }) => !taken.has(name));
	const known = notified.get(session) ?? new Set();
	notified.set(session, known);
	for (const { name, path, isBundled, source } of all) {
		if (!taken.has(name) || path === undefined || isBundled || source || known.has(path)) continue;
		known.add(path);
		const other = free.find((command) => command.path === path);
		const remedy = other ? `call it /${other.name}` : "rename the file to call it";
		const message = `${path} is not /${name}: omp has a command of that name; ${remedy}`;
		session.conversation.notify("warning", message, "commands");
	}
	return free;
}
