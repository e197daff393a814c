/** The user's text in a line that was read only in part. */
export function partialUserText(line: string): string {
	const role = line.indexOf('"role":"user"');
	const match = role === -1 ? null : /"(?:text|content)":"((?:[^"\\]|\\.)*)/s.exec(line.slice(role));
	if (!match) return "";
	// The cut may be inside an escape or a multi-byte character.
	const raw = (match[1] ?? "").replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "").replace(/\uFFFD+$/, "");
	try {
		return JSON.parse(`"${raw}"`);
	} catch {
		// Half an escape in an unexpected place: no preview rather than a wrong one.
		return "";
	}
}

/** The role of a message of which only the end of the line was read. */
export function partialReplyEnd(line: string): { role: string; stopReason?: string } | undefined {
	const end = line.slice(-1500);
	const stopReason = /"stopReason":"(\w+)"[^[]*\}\}$/.exec(end)?.[1];
	if (stopReason) return { role: "assistant", stopReason };
	if (/"isError":(?:true|false)(?:,"useless":true)?,"timestamp":\d+\}\}$/.test(end)) return { role: "toolResult" };
	return undefined;
}
