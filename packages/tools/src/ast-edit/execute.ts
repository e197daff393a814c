import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { issueDetails, issueLines } from "../code/issues.ts";
import { checkedPattern } from "../code/pattern.ts";
import { patternIssues } from "../code/pattern-issues.ts";
import { makeChanges } from "../files/mutate/make-changes.ts";
import { openTarget, resolveTarget } from "../files/mutate/target.ts";
import { leftOutLines } from "../files/open/left-out.ts";
import { anchorHeader } from "../files/snapshots/display-mode.ts";
import type { AstEditPorts } from "./ast-edit.ts";
import { leftPlaces } from "./left-words.ts";
import { planRewrites, type RewritePlan } from "./plan.ts";
import { buildPreview, type FileDiff } from "./preview.ts";
import { checkTemplate, type RewriteRule } from "./template.ts";

export interface AstEditParams {
	readonly ops: ReadonlyArray<{ readonly pat: string; readonly out: string }>;
	readonly paths: readonly string[];
}

export interface AstEditDetails {
	readonly totalReplacements: number;
	readonly filesTouched: number;
	readonly filesSearched: number;
	readonly applied: boolean;
	readonly limitReached: boolean;
	readonly parseErrors?: readonly string[];
	readonly parseErrorsTotal?: number;
	readonly scopePath: string;
	readonly searchPath: string;
	readonly cwd: string;
	readonly files: readonly string[];
	readonly fileReplacements: ReadonlyArray<{ readonly path: string; readonly count: number }>;
	readonly displayContent: string;
	/** A file each; absent in older sessions, which have the text alone. */
	readonly diffs?: readonly FileDiff[];
}

/** Shows what would change and leaves the doing to `resolve`. */
export async function executeAstEdit(
	params: AstEditParams,
	signal: AbortSignal,
	ports: AstEditPorts,
): Promise<ToolOutput<AstEditDetails>> {
	const rules = parseRules(params);
	if (params.paths.length === 0) throw new ToolError("`paths` is empty: give at least one file, folder or glob.");
	const plan = await planRewrites(rules, params.paths, ports, signal);
	const total = countOf(plan);
	const preview = buildPreview(plan, ports);
	const notes = [
		...(plan.limitReached ? ["", "Limit reached; narrow paths."] : []),
		...(plan.scope.missing.length > 0 ? ["", `Skipped missing paths: ${plan.scope.missing.join(", ")}`] : []),
		...leftOutLines(plan.scope.leftOut),
		...issueLines(plan.issues),
		...(await leftPlaces(rules, plan, signal)),
	];
	const details = buildDetails(plan, { content: preview.plain, diffs: preview.diffs }, ports.cwd(), false);
	if (total === 0) {
		const issues = await whyNothing(rules, plan);
		const known = issues.length > 0 || notes.length > 0 ? issueLines(issues) : ["", nothingMatches(plan)];
		return { content: ["No replacements made", ...notes, ...known].join("\n"), details };
	}
	const label = `AST Edit: ${amount(plan)}`;
	ports.pending.push({
		label,
		sourceToolName: "ast_edit",
		isAnnounced: true,
		isReplaceable: true,
		apply: (_reason, _extra, { id }) => applyRewrites(plan, rules, params.paths, ports, id),
	});
	const staged = `Staged, not yet applied: ${amount(plan)}. Call \`resolve\` to apply or discard it.`;
	return { content: [staged, "", preview.text, ...notes].join("\n"), details };
}

/** What keeps the patterns from ever matching. */
async function whyNothing(rules: readonly RewriteRule[], { scope }: RewritePlan): Promise<string[]> {
	const issues = rules.map(async ({ pattern }) =>
		(await patternIssues(pattern, scope)).map((issue) =>
			issue.replace("- the pattern:", `- the pattern ${JSON.stringify(pattern)}:`),
		),
	);
	return [...new Set((await Promise.all(issues)).flat())];
}

function nothingMatches({ filesSearched }: RewritePlan): string {
	const files = filesSearched === 1 ? "1 file" : `${filesSearched} files`;
	return `Nothing in ${files} matches; patterns match code of the same structure, so look at how it is written there.`;
}

function parseRules({ ops }: AstEditParams): RewriteRule[] {
	if (ops.length === 0) throw new ToolError("`ops` is empty: give at least one {pat, out}.");
	const rules = ops.map(({ pat, out }) => ({ pattern: checkedPattern(pat), template: out }));
	const seen = new Set<string>();
	for (const rule of rules) {
		if (seen.has(rule.pattern))
			throw new ToolError(`Duplicate pattern: ${rule.pattern}. Each \`pat\` can have one \`out\`.`);
		seen.add(rule.pattern);
		checkTemplate(rule);
	}
	return rules.sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}

/** Works it out anew: what was shown must be what happens. */
async function applyRewrites(
	previewed: RewritePlan,
	rules: readonly RewriteRule[],
	paths: readonly string[],
	ports: AstEditPorts,
	callId: string,
): Promise<ToolOutput<AstEditDetails>> {
	// What was agreed on is done to its end.
	const { signal } = new AbortController();
	const plan = await planRewrites(rules, paths, ports, signal);
	if (JSON.stringify(fileCounts(plan)) !== JSON.stringify(fileCounts(previewed))) {
		const now = countOf(plan) === 0 ? "no replacements" : amount(plan);
		return {
			content: `The preview is stale: it showed ${amount(previewed)}, but there are now ${now}. Nothing was changed; run ast_edit again.`,
			details: buildDetails(plan, { content: "", diffs: [] }, ports.cwd(), false),
			isError: true,
		};
	}
	const changes = await Promise.all(
		plan.rewrites.map(async ({ searched, text }) => {
			const target = resolveTarget(searched.file.path, ports);
			const before = await openTarget(target, ports);
			if (before?.text !== searched.text)
				throw new ToolError(`${target.shownPath} changed meanwhile; nothing was written.`);
			return { target, before, after: text };
		}),
	);
	const made = await makeChanges(changes, ports, { call: { id: callId, signal }, tool: "edit" });
	const isHashline = ports.display.hashlineEdits && ports.display.hashLines;
	const headers = made.files.map(({ at, tag }) => (tag && isHashline ? anchorHeader(at.shownPath, tag) : at.shownPath));
	const counts = new Map(fileCounts(plan).map(({ path, count }) => [path, count]));
	const diffs = made.files.map(({ at, described }) => ({
		path: at.shownPath,
		count: counts.get(at.shownPath) ?? 0,
		diff: described.diff,
	}));
	return {
		content: [`Applied ${amount(plan)}.`, ...headers].join("\n"),
		details: buildDetails(plan, { content: diffs.map(({ diff }) => diff).join("\n"), diffs }, ports.cwd(), true),
	};
}

function countOf({ rewrites }: RewritePlan): number {
	return rewrites.reduce((sum, { replacements }) => sum + replacements.length, 0);
}

function amount(plan: RewritePlan): string {
	const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? "" : "s"}`;
	return `${count(countOf(plan), "replacement")} in ${count(plan.rewrites.length, "file")}`;
}

function fileCounts({ rewrites }: RewritePlan) {
	return rewrites.map(({ searched, replacements }) => ({ path: searched.file.shownPath, count: replacements.length }));
}

function buildDetails(
	plan: RewritePlan,
	shown: { readonly content: string; readonly diffs: readonly FileDiff[] },
	cwd: string,
	applied: boolean,
): AstEditDetails {
	const fileReplacements = fileCounts(plan);
	return {
		totalReplacements: countOf(plan),
		filesTouched: plan.rewrites.length,
		filesSearched: plan.filesSearched,
		applied,
		limitReached: plan.limitReached,
		...issueDetails(plan.issues),
		scopePath: plan.scope.scopePath,
		searchPath: plan.scope.scopePath,
		cwd,
		files: fileReplacements.map(({ path }) => path),
		fileReplacements,
		displayContent: shown.content,
		diffs: shown.diffs,
	};
}
