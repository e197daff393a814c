/** A summary without the list of files at its end. */
export function withoutFilesTag(summary: string): string {
	return summary.replace(/\n*<files>[\s\S]*?<\/files>\n*/g, "\n").trim();
}
