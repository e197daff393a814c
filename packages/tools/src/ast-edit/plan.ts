import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { languageOfPath, parseSyntax } from "@oh-my-pi/pi-natives/syntax/syntax";
import { decidesWhatRuns } from "@oh-my-pi/pi-policy/files/guarded-files";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { type ParseIssue, type SearchedFile, searchFiles } from "../code/find-matches.ts";
import { uniqueIssues } from "../code/issues.ts";
import { type SourceScope, sourceFiles } from "../code/source-files.ts";
import { pathBase } from "../files/mutate/ports.ts";
import { refuseGenerated } from "../files/mutate/text/generated-file.ts";
import type { AstEditPorts } from "./ast-edit.ts";
import { type Rewrite, rewriteFile } from "./rewrite.ts";
import type { RewriteRule } from "./template.ts";

export interface PlannedRewrite extends Rewrite {
	readonly searched: SearchedFile;
}

export interface RewritePlan {
	readonly rewrites: readonly PlannedRewrite[];
	readonly scope: SourceScope;
	readonly filesSearched: number;
	/** There were more files than may be looked at. */
	readonly limitReached: boolean;
	readonly issues: readonly string[];
}

const defaultMaxFiles = 1000;

/** Works out every replacement, in memory. */
export async function planRewrites(
	rules: readonly RewriteRule[],
	paths: readonly string[],
	ports: AstEditPorts,
	signal: AbortSignal,
): Promise<RewritePlan> {
	const scope = await sourceFiles(paths, pathBase(ports), ports, signal);
	const files = scope.files.slice(0, ports.maxFiles ?? defaultMaxFiles);
	const issues: ParseIssue[] = [];
	const rewrites: PlannedRewrite[] = [];
	const patterns = rules.map(({ pattern }) => pattern);
	for await (const searched of searchFiles(files, patterns, issues, signal)) {
		const rewrite = rewriteFile(searched, rules);
		if (!rewrite) continue;
		const reason = guardedReason(searched, paths, ports) ?? (await reasonToSkip(searched, ports));
		if (reason === undefined) rewrites.push({ ...rewrite, searched });
		else issues.push({ path: searched.file.shownPath, reason });
	}
	const limitReached = files.length < scope.files.length;
	return { rewrites, scope, filesSearched: files.length, limitReached, issues: uniqueIssues(issues) };
}

/** The user was asked about the paths that are named, not about every file in a folder. */
function guardedReason({ file }: SearchedFile, paths: readonly string[], ports: AstEditPorts): string | undefined {
	const base = pathBase(ports);
	if (!decidesWhatRuns(file.path, base.cwd) || paths.some((path) => resolvePath(path, base) === file.path))
		return undefined;
	return "decides what runs next; name it outright to change it; skipped";
}

/** A tree with errors in it may match anywhere. */
async function reasonToSkip({ file, text }: SearchedFile, ports: AstEditPorts): Promise<string | undefined> {
	const language = languageOfPath(file.path);
	if (language) {
		using tree = await parseSyntax(language, text);
		if (tree?.hasError) return `syntax error near line ${tree.firstErrorLine()}; skipped`;
	}
	if (!(ports.blockGenerated?.() ?? true)) return undefined;
	return refuseGenerated(file.path, file.shownPath).then(
		() => undefined,
		(error) => {
			if (error instanceof ToolError) return "auto-generated; skipped";
			throw error;
		},
	);
}
