/** The user's text in a line of which only the beginning was read. */
export function partialUserText(line: string): string {
	const match = /"role":"user".*?"(?:text|content)":"((?:[^"\\]|\\.)*)/s.exec(line);
	if (!match) return "";
	// The cut may have gone through an escape or a character of several bytes.
	const raw = (match[1] ?? "").replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "").replace(/\uFFFD+$/, "");
	try {
		return JSON.parse(`"${raw}"`);
	} catch {
		// Half of an escape in a place we do not expect: better no preview than a wrong one.
		return "";
	}
}

/** Whose message a line was of which only the end was read. */
export function partialReplyEnd(line: string): { role: string; stopReason?: string } | undefined {
	const end = line.slice(-1500);
	const stopReason = /"stopReason":"(\w+)"[^[]*\}\}$/.exec(end)?.[1];
	if (stopReason) return { role: "assistant", stopReason };
	if (/"isError":(?:true|false)(?:,"useless":true)?,"timestamp":\d+\}\}$/.test(end)) return { role: "toolResult" };
	return undefined;
}
