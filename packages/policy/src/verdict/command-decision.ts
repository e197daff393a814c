import { type FreeContext, findLosses, judgeLine } from "../auto-approval/check-line.ts";
import { findCommands } from "../commands/find-commands.ts";
import type { FoundCommand } from "../commands/found-command.ts";
import { commandsInScripts, type ReadScript } from "../commands/run-scripts.ts";
import { searchCommands, unreadable } from "../critical/critical.ts";
import type { Surroundings } from "../expand/shell-state.ts";
import type { SecretPlaces } from "../files/guarded-files.ts";
import { isInFolder } from "../paths/is-in-folder.ts";
import { decidesForPrograms, harmlessVariables, isPlainSetting } from "../programs/variables.data.ts";
import { type CommandRule, findPossibleRefusal, findRule } from "../rules/command-rules.ts";
import type { PossibleLoss } from "../work-tree/work-tree.ts";
import { guardedFileWritten } from "./guarded-words.ts";
import { secretsRead } from "./secret-reach.ts";
import { whyUnjudged } from "./unknown-program.ts";

/** What is to be done about a command line, and why. */
export type CommandDecision =
	| {
			readonly kind: "allowed";
			readonly reason: string;
			/** A rule of the user's says so, which holds in every mode. */
			readonly isByRule?: boolean;
	  }
	| {
			readonly kind: "ask";
			readonly reason: string;
			readonly when: AskWhen;
			/** The only reason is that these may be lost: it is allowed if there is no work in them. */
			readonly losses?: readonly PossibleLoss[];
	  }
	| { readonly kind: "refused"; readonly reason: string };

/** Where commands ask at all; even if the tool is allowed, but not in yolo; in every mode. */
export type AskWhen = "by-mode" | "but-yolo" | "always" | "always-and-critical";

export interface DecisionOptions extends SecretPlaces {
	/** Where omp keeps its keys, if not below the home folder. */
	readonly agentDir?: string;
	readonly cwd: string;
	/** The session's folder; commands elsewhere are not taken for harmless. */
	readonly project?: string;
	readonly rules?: readonly CommandRule[];
	/** The repository's own git settings run programs, and the user did not agree to that. */
	readonly isGitUntrusted?: boolean;
	readonly env?: Readonly<Record<string, string>>;
	/** The kernel keeps it to the workspace and away from keys. */
	readonly isBoxed?: boolean;
	/** The text of a script that a line runs. */
	readonly readScript?: ReadScript;
}

/**
 * Decides about a command line: what the user's rules refuse, what tools may not read, what is never done unasked, what the
 * rules ask about and allow, and last whether every part of it is known to be harmless. The one place that does.
 */
export function decideCommand(line: string, options: DecisionOptions): CommandDecision {
	const { home, cwd, project = cwd, rules = [], env = {}, readScript, isBoxed = false } = options;
	const surroundings = { home, cwd, variables: env };
	const { commands: onLine, exhaustive } = findCommands(line, surroundings);
	const inScripts = readScript ? commandsInScripts(onLine, surroundings, readScript) : [];
	const commands = [...onLine, ...inScripts];

	const rule = findRule(line, commands, rules);
	const ruleReason = `Command matches the rule "${rule?.match}"`;
	if (rule?.approval === "deny") return { kind: "refused", reason: ruleReason };
	const secret = secretsRead(commands, options);
	if (secret?.reach === "refused")
		return { kind: "refused", reason: `Reads secrets, which are not for tools: ${secret.shown}` };

	const doubt = doubtAbout(line, { exhaustive, commands, rules, env });
	// Stored keys are not in the box.
	const reaching = !isBoxed && secret?.reach === "ask-always" ? `May reach stored keys: ${secret.shown}` : undefined;
	const always = doubt ?? reaching;
	const critical = searchCommands(onLine, surroundings) ?? criticalScript(inScripts, surroundings);
	if (critical !== undefined) {
		return {
			kind: "ask",
			reason: criticalReason(critical),
			when: doubt === undefined ? "but-yolo" : "always-and-critical",
		};
	}
	if (always !== undefined) return { kind: "ask", reason: always, when: "always" };
	const guarded = guardedFileWritten(onLine, project);
	if (guarded !== undefined && !isBoxed)
		return { kind: "ask", reason: `Changes what runs next: ${guarded}`, when: "but-yolo" };
	if (secret && !isBoxed) return { kind: "ask", reason: `Holds keys: ${secret.shown}`, when: "but-yolo" };
	if (rule?.approval === "prompt") return { kind: "ask", reason: ruleReason, when: "always" };
	if (rule?.approval === "allow") return { kind: "allowed", reason: ruleReason, isByRule: !rule.isProject };

	if (isBoxed) return decideInBox(line, onLine, options);
	const variable = Object.entries(env).find(([name, value]) => !isPlainSetting(name, value))?.[0];
	if (variable !== undefined) return byMode(`Sets a variable that programs go by: ${variable}`);
	if (!isInFolder(cwd, project)) return byMode("Runs outside the project");
	const { objections, losses } = judgeLine(line, freeContext(options));
	if (objections[0]) return byMode(objections[0].reason);
	if (losses.length > 0) return { kind: "ask", reason: "May delete or overwrite work", when: "by-mode", losses };
	return { kind: "allowed", reason: "Reads, or works inside the project" };
}

/** Nothing leaves the box; what is left to ask about is work inside it. */
function decideInBox(line: string, commands: readonly FoundCommand[], options: DecisionOptions): CommandDecision {
	const context = freeContext(options);
	const { objections, losses: plain } = judgeLine(line, context);
	// What cannot be judged is no objection here, so the losses of what it runs have to be looked for.
	const losses = objections.length > 0 ? [...plain, ...findLosses(commands, context)] : plain;
	// What a project brings for git to run is up to the trust in it, not to the box.
	const [objection] = options.isGitUntrusted ? objections : [];
	if (objection) return { kind: "ask", reason: objection.reason, when: "but-yolo" };
	if (losses.length === 0) return { kind: "allowed", reason: "Stays in the sandbox" };
	return { kind: "ask", reason: "May delete or overwrite work", when: "by-mode", losses };
}

export function freeContext({ home, cwd, project = cwd, rules = [], isGitUntrusted }: DecisionOptions): FreeContext {
	return {
		home,
		cwd,
		project,
		...(isGitUntrusted && { isGitUntrusted }),
		isAllowed: (part) => findRule(part, [], rules)?.approval === "allow",
	};
}

/** Why a refusal may be missed: it has to hold for what is hidden too, in every mode. */
function doubtAbout(
	line: string,
	{
		exhaustive,
		commands,
		rules,
		env,
	}: {
		readonly exhaustive: boolean;
		readonly commands: readonly FoundCommand[];
		readonly rules: readonly CommandRule[];
		readonly env: Readonly<Record<string, string>>;
	},
): string | undefined {
	if (!rules.some(({ approval }) => approval === "deny")) return undefined;
	const variable = Object.keys(env).find((name) => !harmlessVariables.has(name) && decidesForPrograms(name));
	if (variable !== undefined) return `Sets a variable that programs go by: ${variable}`;
	if (!exhaustive) return "Too tangled to check against the rules";
	const unjudged = whyUnjudged(line, commands);
	if (unjudged !== undefined) return `Cannot be checked against the rules: ${unjudged}`;
	const possible = findPossibleRefusal(commands, rules);
	return possible && `May match the rule "${possible.match}"`;
}

/** Scripts often compute what they run; only what is plainly critical counts. */
function criticalScript(commands: readonly FoundCommand[], surroundings: Surroundings): string | undefined {
	const readable = commands.map((command) => ({ ...command, runsHidden: false }));
	return readable.length > 0 ? searchCommands(readable, surroundings) : undefined;
}

function byMode(reason: string): CommandDecision {
	return { kind: "ask", reason, when: "by-mode" };
}

function criticalReason(critical: string): string {
	return critical === unreadable ? "Runs code that cannot be read beforehand" : "Critical pattern detected";
}
