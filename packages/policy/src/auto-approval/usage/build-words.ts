import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Place } from "../../expand/argument.ts";
import { unknown } from "../../expand/expand-word.ts";
import { optionValues, type ParsedArguments } from "../../options/parse-arguments.ts";
import { unsafeTask } from "./usage.ts";

/** Targets by name; variables only with values that no recipe could run. */
export function whyNotMakeWord({ operands }: ParsedArguments): string | undefined {
	const odd = operands.find(({ text }) => !isTarget(text) && !isPlainVariable(text));
	return odd && `Runs code omp can't check: ${odd.shown}`;
}

function isTarget(text: string): boolean {
	return /^[\w./:%@-]+$/.test(text) && !text.includes("..") && !unsafeTask.test(text) && !/install/i.test(text);
}

function isPlainVariable(text: string): boolean {
	const [, name = "", value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text) ?? [];
	return value !== undefined && plainValue.test(value) && !/^(?:SHELL|MAKEFLAGS|MAKE|CC|CXX|LD|AR)$/.test(name);
}

const plainValue = /^(?:\d+|true|false|yes|no|on|off|debug|release|test|dev|all)?$/i;

/** Phases, and goals of the plugins that Maven itself has. A goal with its group and version is fetched and run. */
export function whyNotGoal({ operands, options }: ParsedArguments): string | undefined {
	const odd = operands.find(({ text }) => !phase.test(text) && !goal.test(text));
	if (odd) return `Runs code omp can't check: ${odd.shown}`;
	const property = options.find(({ name, value }) => name === "-D" && !plainProperty.test(value?.text ?? ""));
	return property && `Sets a property that plugins go by: ${property.value?.shown}`;
}

const phase =
	/^(?:clean|validate|compile|test|test-compile|process-resources|process-classes|package|verify|integration-test|site)$/;
const goal =
	/^(?:dependency:(?:tree|analyze|list|resolve|go-offline)|versions:display-[\w-]+|help:[\w-]+|surefire:test|failsafe:integration-test|compiler:(?:compile|testCompile)|spring-boot:run|quarkus:dev|spotless:(?:check|apply)|checkstyle:check|enforcer:enforce)$/;
const plainProperty =
	/^(?:skipTests|skipITs|maven\.test\.skip|test|it\.test|surefire\.\w+|failIfNoTests|style\.color|verbose|includes)(?:=[\w.,#*+!$-]*)?$/;

/** Copies of dependencies go to a folder of their own; what is in another one would be deleted. */
export function whyNotVendored(parsed: ParsedArguments, place: Place): string | undefined {
	const [target] = [...optionValues(parsed, "-o"), ...parsed.operands];
	if (target === undefined || /^(?:\.\/)?vendor\/?$/.test(target.text)) return undefined;
	const isNew =
		!target.text.includes(unknown) && place.folders.every((folder) => !existsSync(resolve(folder, target.text)));
	return isNew ? undefined : `Replaces a folder: ${target.shown}`;
}
