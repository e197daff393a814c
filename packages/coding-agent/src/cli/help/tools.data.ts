/** The built-in tools in a few words. They stand here so that help is there without loading them; a test compares. */
export const toolSummaries: ReadonlyArray<readonly [string, string]> = [
	["read", "Read files, folders, archives, databases and addresses"],
	["write", "Write whole files"],
	["edit", "Change parts of files"],
	["search", "Search the text of files"],
	["find", "Find files by name"],
	["ast_grep", "Search code by its structure"],
	["ast_edit", "Change code by its structure"],
	["bash", "Run commands"],
	["eval", "Run Python and JavaScript that keeps its state"],
	["job", "Look after commands in the background"],
	["todo", "Keep a task list"],
	["ask", "Ask you a question"],
	["checkpoint", "Mark a point to come back to"],
	["rewind", "Go back to it, with what was learned"],
];
