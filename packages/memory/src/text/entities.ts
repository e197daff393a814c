const maxEntities = 24;
const kinds: readonly RegExp[] = [
	/`([^`\s]{2,80})`/g,
	/\b((?:[\w@.-]+\/)+[\w@.-]+)/g,
	/\b([a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\b/g,
	/\b([A-Za-z][\w]*[_-][\w-]+)\b/g,
	/\b([A-Z]{2,}[A-Z0-9]*)\b/g,
	/(?<=[\p{L}\p{N},;:] )(\p{Lu}\p{Ll}[\p{L}\p{N}]+)/gu,
];

/** Names in a text that may connect it with others: files, identifiers, names of services and people. */
export function findEntities(text: string): readonly string[] {
	const found = new Set<string>();
	for (const kind of kinds) {
		for (const [, name = ""] of text.slice(0, 20_000).matchAll(kind)) {
			if (found.size >= maxEntities) return [...found];
			found.add(name.toLowerCase().slice(0, 80).toWellFormed());
		}
	}
	return [...found];
}
