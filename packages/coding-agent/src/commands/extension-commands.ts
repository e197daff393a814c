import type { ExtensionCommand, ExtensionHost } from "../workbench/contract/extension-host.ts";
import { type Commands, namesOf } from "./commands.ts";
import type { Command } from "./contract/command.ts";

/** Keeps the commands of extensions among the others. A name that omp has itself stays with omp, and the user is told. */
export async function syncExtensionCommands(
	commands: Commands,
	extensions: ExtensionHost,
	warn: (message: string) => void,
): Promise<void> {
	const added = new Map<string, () => void>();
	const warned = new Set<string>();
	const update = async () => {
		if (extensions.commands.length === 0 && added.size === 0) return;
		const all = await commands.list();
		const taken = new Set(all.flatMap(namesOf).filter((name) => !added.has(name)));
		for (const remove of added.values()) remove();
		added.clear();
		const clashing: string[] = [];
		for (const command of extensions.commands) {
			const { name } = command;
			if (taken.has(name)) clashing.push(name);
			else added.set(name, commands.add(toCommand(command)));
		}
		const news = clashing.filter((name) => !warned.has(name)).map((name) => `/${name}`);
		for (const name of clashing) warned.add(name);
		const [first, ...others] = news;
		if (others.length > 0) warn(`The commands ${news.join(", ")} of an extension are left out: omp has their names`);
		else if (first) warn(`The command ${first} of an extension is left out: omp has one of that name`);
	};
	extensions.onChange(() => void update());
	await update();
}

function toCommand({ name, description, complete, run, source }: ExtensionCommand): Command {
	return {
		name,
		summary: description,
		group: "prompts",
		source: source ?? "extension",
		...(complete && { complete: (typed: string) => complete(typed) }),
		async run({ args }) {
			const text = await run(args);
			return source === "custom" && typeof text === "string" ? { kind: "prompt", text } : { kind: "done" };
		},
	};
}
