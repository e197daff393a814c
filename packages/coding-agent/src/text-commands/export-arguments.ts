import { parseCommandArguments } from "../file-commands/command-arguments.ts";

export const exportUsage = "Usage: /export [--themes] [path]";

/** What stands behind `/export`; throws with the usage when that makes no sense. */
export function parseExportArguments(text: string): { path?: string; withThemes: boolean } {
	const args = parseCommandArguments(text);
	const withThemes = args.includes("--themes");
	const [path, ...more] = args.filter((arg) => arg !== "--themes");
	if (path === "copy" || path === "--copy") throw new Error("/export writes a page. Use /dump to copy the text.");
	if (more.length > 0 || path?.startsWith("--")) throw new Error(exportUsage);
	return { withThemes, ...(path !== undefined && { path }) };
}
