import { argumentsOf, type FoundCommand, hasFlag, listOperands } from "../commands/found-command.ts";
import type { Surroundings } from "../expand/shell-state.ts";
import { listTargets } from "./deletes-everything.ts";
import { isVital } from "./paths.ts";

/** Moves `/` or a home away, takes every right on it, or makes it a copy of something else. */
export function damagesRoot(command: FoundCommand, _all: readonly FoundCommand[], { home }: Surroundings): boolean {
	const paths = (operands = listOperands(command)) =>
		listTargets({ ...command, fields: [{ ...empty, text: command.name }, ...operands] });
	switch (command.name) {
		case "mv":
			return paths(listOperands(command).slice(0, -1)).some((path) => isVital(path, home));
		case "chmod":
		case "chown":
		case "chgrp":
			return (
				hasFlag(command, "R", "--recursive") &&
				paths(listOperands(command).slice(1)).some((path) => isVital(path, home))
			);
		case "rsync":
			return (
				argumentsOf(command).some((text) => text.startsWith("--del")) &&
				paths(listOperands(command).slice(-1)).some((path) => isVital(path, home))
			);
		case "tar":
			return argumentsOf(command).includes("--remove-files") && paths().some((path) => isVital(path, home));
		default:
			return false;
	}
}

const empty = { text: "", shown: "", hasGlob: false, scripts: [] };
