export type DisplayMode = "hashline" | "numbered" | "plain";

/** How the user and the edit tool want lines to be shown. */
export interface DisplayPreferences {
	/** The edit tool is there and takes anchors. */
	readonly hashlineEdits: boolean;
	/** The setting `readHashLines`. */
	readonly hashLines: boolean;
	/** The setting `readLineNumbers`. */
	readonly lineNumbers: boolean;
}

/** `stored` says that the text can be referred to later: it is mutable and its snapshot was kept. */
export function displayMode(preferences: DisplayPreferences, text: { stored: boolean; plain?: boolean }): DisplayMode {
	if (text.plain) return "plain";
	if (preferences.hashlineEdits && preferences.hashLines && text.stored) return "hashline";
	return preferences.lineNumbers ? "numbered" : "plain";
}

export function anchorHeader(shownPath: string, tag: string): string {
	return `[${shownPath}#${tag}]`;
}

export function displayLine(mode: DisplayMode, lineNumber: number, text: string): string {
	if (mode === "plain") return text;
	return `${lineNumber}${mode === "hashline" ? ":" : "|"}${text}`;
}
