/** What the offline guide can do. */
export type OfflineRequest =
	| { readonly kind: "list"; readonly folder: string }
	| { readonly kind: "read"; readonly path: string }
	| { readonly kind: "search"; readonly text: string; readonly folder: string }
	| { readonly kind: "find"; readonly pattern: string }
	| { readonly kind: "run"; readonly command: string }
	| { readonly kind: "create"; readonly path: string; readonly text: string }
	| { readonly kind: "replace"; readonly from: string; readonly to: string; readonly path: string }
	| { readonly kind: "help" }
	| { readonly kind: "unknown" };

type Reading = readonly [pattern: RegExp, read: (groups: readonly string[]) => OfflineRequest];

const polite = String.raw`^(?:please\s+|can you\s+|could you\s+|would you\s+)*`;
const rule = (pattern: string, read: Reading[1]): Reading => [new RegExp(polite + pattern, "is"), read];
const end = String.raw`[.!?\s]*$`;

/** Tried in order; the first match wins. */
const readings: readonly Reading[] = [
	rule(`(?:what can you do|help(?: me)?|who are you|what are you)${end}`, () => ({ kind: "help" })),
	rule(String.raw`(?:run|execute)\s*:?\s+(.+?)\s*$`, ([command = ""]) => ({ kind: "run", command: unquoted(command) })),
	rule(String.raw`replace\s+(.+?)\s+with\s+(.+?)\s+in\s+(\S+?)${end}`, ([from = "", to = "", path = ""]) => ({
		kind: "replace",
		from: unquoted(from),
		to: unquoted(to),
		path: unquoted(path),
	})),
	rule(
		String.raw`(?:create|write|make)\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?(\S+)\s+(?:with|containing|saying)(?:\s+the)?(?:\s+(?:text|content|contents))?\s*:?\s+(.+?)\s*$`,
		([path = "", text = ""]) => ({ kind: "create", path: unquoted(path), text: unquoted(text) }),
	),
	rule(
		String.raw`(?:search|grep|look)(?:\s+for)?\s+(.+?)(?:\s+(?:in|under)\s+(\S+?))?${end}`,
		([text = "", folder]) => ({ kind: "search", text: unquoted(text), folder: folderName(folder) }),
	),
	rule(
		String.raw`find\s+(?:all\s+|every\s+)?(?:the\s+)?(?:files?\s+)?(?:named\s+|called\s+|matching\s+)?(\S+?)(?:\s+files)?${end}`,
		([pattern = ""]) => ({ kind: "find", pattern: unquoted(pattern) }),
	),
	rule(
		String.raw`(?:list|show|see|print|what(?:'s| is| are)?)(?:\s+me)?\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:files?|folders?|director(?:y|ies)|contents?|everything)(?:\s+(?:are\s+)?(?:here|there))?(?:\s+(?:in|under|of)\s+(.+?))?${end}`,
		([folder]) => ({ kind: "list", folder: folderName(folder) }),
	),
	rule(String.raw`(?:list|ls)(?:\s+(\S+?))?${end}`, ([folder]) => ({ kind: "list", folder: folderName(folder) })),
	rule(
		String.raw`(?:read|open|cat|show|print|display)(?:\s+me)?\s+(?:the\s+)?(?:file\s+)?(?:contents?\s+of\s+)?(\S+?)${end}`,
		([path = ""]) => ({ kind: "read", path: unquoted(path) }),
	),
];

export function understand(text: string): OfflineRequest {
	const trimmed = text.trim();
	for (const [pattern, read] of readings) {
		const match = pattern.exec(trimmed);
		if (match) return read(match.slice(1));
	}
	return { kind: "unknown" };
}

function unquoted(text: string): string {
	const match = /^(["'`])([\s\S]*)\1$/.exec(text.trim());
	return match?.[2] ?? text.trim();
}

function folderName(text: string | undefined): string {
	const name = unquoted(text ?? "");
	return name === "" || /^(here|there|this|this (folder|directory|project)|the (folder|directory|project))$/i.test(name)
		? "."
		: name;
}
