export interface ParsedSkillBlock {
	readonly name: string;
	/** The file of the skill, or its folder. */
	readonly location: string;
	readonly content: string;
	/** What the user wrote behind the skill. */
	readonly userMessage: string | undefined;
}

/** The skill that a message invokes with its text in it; `null` for another message. */
export function parseSkillBlock(text: string): ParsedSkillBlock | null {
	const [, open = "", name = "", location = ""] =
		/^(?:The user invoked the skill "[^"\n]*"\. Follow it:\n\n)?(<skill name="([^"\n]*)"(?: location="([^"\n]*)")?>\n)/.exec(
			text,
		) ?? [];
	const start = text.indexOf(open) + open.length;
	const end = text.indexOf("\n</skill>", start - 1);
	if (open === "" || end < 0) return null;
	const [, folder = "", rest = ""] =
		/^(?:\s*Paths in it are relative to ([^\n]*)\.(?=\n|$))?([\s\S]*)$/.exec(text.slice(end + "\n</skill>".length)) ??
		[];
	return { name, location: location || folder, content: text.slice(start, end), userMessage: rest.trim() || undefined };
}
