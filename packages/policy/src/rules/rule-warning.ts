import { runningOptionsOf } from "../programs/running-options.data.ts";
import { findInterpreter, shells, wrappers } from "../programs/wrappers.data.ts";

/** What somebody who makes a rule should know about it: that it allows more than it may seem to; `undefined` for narrow ones. */
export function describeBreadth(rule: string): string | undefined {
	const [program = "", ...rest] = rule.trim().split(/\s+/);
	const name = program.slice(program.lastIndexOf("/") + 1);
	if (program.includes("*")) return "Broad: allows every command that begins like this";
	if (rest.length !== 1 || rest[0] !== "*") return undefined;
	if (shells.has(name) || findInterpreter(name) !== undefined) return `Broad: ${name} runs any code`;
	if (wrappers.has(name) && runningOptionsOf(name).length === 0) return `Broad: ${name} runs any other command`;
	if (name === "export") return "Broad: allows all variables but those that decide what runs, which still ask";
	const [option] = name === "git" ? ["-c"] : name === "sed" || name === "awk" ? ["scripts"] : runningOptionsOf(name);
	return option && `Broad: allows all of ${name}; what runs programs (${name} ${option}) still asks`;
}
