import { printedText } from "../expand/printed-text.ts";
import type { ShellState } from "../expand/shell-state.ts";
import { argumentsOf, type FoundCommand } from "./found-command.ts";

/** What a command leaves behind in the shell that runs it. */
export function setsState(command: FoundCommand, state: ShellState, input: string | undefined): void {
	changes.get(command.name)?.(argumentsOf(command), state, input);
}

type Change = (args: readonly string[], state: ShellState, input: string | undefined) => void;

const declare: Change = (args, state) => {
	for (const text of args) {
		const [, name, sign, value = ""] = /^([A-Za-z_]\w*)(\+?=)([\s\S]*)$/.exec(text) ?? [];
		if (name === undefined) continue;
		if (args.some((option) => /^-\w*n/.test(option))) state.refer(name, value);
		else if (sign === "+=") state.append(name, value);
		else state.set(name, value);
	}
};

/** `read name` takes what is on its input, or on that of the loop around it. */
const read: Change = (args, state, input) => {
	for (const name of args.filter((text) => /^[A-Za-z_]\w*$/.test(text))) state.set(name, input?.trim());
};

const changeFolder: Change = (args, state) => state.changeFolder(args.find((text) => !/^-[LPe@]$/.test(text)));

const changes: ReadonlyMap<string, Change> = new Map(
	Object.entries<Change>({
		alias: (args, state) => {
			for (const text of args) {
				const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
				if (name !== undefined && value !== undefined) state.aliases.set(name, value);
			}
		},
		cd: changeFolder,
		declare,
		export: declare,
		local: declare,
		mapfile: read,
		printf: ([option, name, ...rest], state) => {
			if (option === "-v" && name !== undefined) state.set(name, printedText("printf", rest));
		},
		pushd: changeFolder,
		read,
		readarray: read,
		readonly: declare,
		set: (args, state) => {
			const separator = args.indexOf("--");
			const isOption = separator === -1 && /^[-+]/.test(args[0] ?? "-");
			if (!isOption) state.setArguments(args.slice(separator + 1));
		},
		typeset: declare,
	}),
);
