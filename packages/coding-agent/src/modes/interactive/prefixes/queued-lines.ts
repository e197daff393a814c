/** What stands behind `->` or `=>`: one message, or one for each item of a numbered list. */
export function parseQueuedLines(text: string): string[] | undefined {
	const rest = /^\s*[-=]>\s*([\s\S]+)$/.exec(text)?.[1]?.trim();
	if (!rest) return undefined;
	const items: string[] = [];
	for (const line of rest.split("\n")) {
		const item = /^\s*\d+[.)]\s+(.+)$/.exec(line)?.[1];
		if (item !== undefined) items.push(item.trim());
		else if (items.length === 0) return [rest];
		else items.push(`${items.pop()}\n${line}`.trimEnd());
	}
	return items;
}
