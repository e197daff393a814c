import type { GuestCommand, Guests } from "../workbench/guests.ts";
import type { Command } from "./command.ts";
import { type Commands, namesOf } from "./commands.ts";

/** Keeps the commands of extensions among the others. A name that omp has itself stays with omp, and the user is told. */
export function followGuestCommands(commands: Commands, guests: Guests, warn: (message: string) => void): void {
	let remove: Array<() => void> = [];
	const told = new Set<string>();
	const update = async () => {
		for (const end of remove.splice(0)) end();
		const own = guests.commands.map(commandOf);
		if (own.length === 0) return;
		const taken = new Set((await commands.list()).flatMap(namesOf));
		for (const { name } of own.filter((command) => taken.has(command.name) && !told.has(command.name))) {
			told.add(name);
			warn(`The command /${name} of an extension is left out: omp has one of that name`);
		}
		for (const end of remove.splice(0)) end();
		remove = own.filter(({ name }) => !taken.has(name)).map((command) => commands.add(command));
	};
	guests.onChange(() => void update());
	void update();
}

function commandOf({ name, description, complete, run }: GuestCommand): Command {
	return {
		name,
		summary: description,
		group: "prompts",
		source: "extension",
		...(complete && { complete: (typed: string) => complete(typed) }),
		async run({ args }) {
			await run(args);
			return { kind: "done" };
		},
	};
}
