/** Words of an older vocabulary, and what to write instead. They count in file names and in identifiers. */
export const deniedWords: Readonly<Record<string, string>> = {
	guest: "extension",
	seat: "subagent context, spawn context",
	spender: "usage meter",
	payer: "usage meter",
	shelf: "catalog",
	roster: "agent list",
	mailbox: "inbox",
	given: "what it is: options, arguments, requested path, value",
	told: "notified, warned, announced",
	said: "text, output, notice, stderr",
};

/** Folders in which a word is the term of the field. */
export const deniedWordsExcept: Readonly<Record<string, readonly string[]>> = {
	guest: ["packages/coding-agent/src/features/collab/"],
};

/** Words that say too little in the name of a file. */
export const deniedFileWords: Readonly<Record<string, string>> = {
	...deniedWords,
	letter: "message",
};

/** Names in -Of that are words of their own. */
export const allowedNamesOf: Readonly<Record<string, string>> = {
	indexOf: "as in arrays and strings",
	valueOf: "as in objects",
	oneOf: "builds a check or schema, as in JSON Schema",
	anyOf: "as in JSON Schema",
	allOf: "as in JSON Schema",
	foldAllOf: "about the JSON Schema keyword",
	mergeSingleAllOf: "about the JSON Schema keyword",
	listOf: "builds a check of lists",
	recordOf: "builds a check of records",
};
