import { argumentsOf, type FoundCommand, hasFlag, operandsOf } from "../found-command.ts";
import type { Surroundings } from "../shell-state.ts";
import { targetsOf } from "./deletes-everything.ts";
import { isVital } from "./paths.ts";

/** Moves `/` or a home away, takes every right on it, or makes it a copy of something else. */
export function damagesRoot(command: FoundCommand, _all: readonly FoundCommand[], { home }: Surroundings): boolean {
	const paths = (operands = operandsOf(command)) =>
		targetsOf({ ...command, fields: [{ ...empty, text: command.name }, ...operands] });
	switch (command.name) {
		case "mv":
			return paths(operandsOf(command).slice(0, -1)).some((path) => isVital(path, home));
		case "chmod":
		case "chown":
		case "chgrp":
			return (
				hasFlag(command, "R", "--recursive") && paths(operandsOf(command).slice(1)).some((path) => isVital(path, home))
			);
		case "rsync":
			return (
				argumentsOf(command).some((text) => text.startsWith("--del")) &&
				paths(operandsOf(command).slice(-1)).some((path) => isVital(path, home))
			);
		case "tar":
			return argumentsOf(command).includes("--remove-files") && paths().some((path) => isVital(path, home));
		default:
			return false;
	}
}

const empty = { text: "", shown: "", hasGlob: false, scripts: [] };
