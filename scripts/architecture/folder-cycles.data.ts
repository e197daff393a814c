/** Folders whose files and subfolders still import each other in a circle. The list only gets shorter. */
export const knownCycles: readonly string[] = [
	"packages/tools/src",
	"packages/tools/src/ask",
	"packages/tools/src/ast-edit",
	"packages/tools/src/ast-grep",
	"packages/tools/src/bash",
	"packages/tools/src/edit",
	"packages/tools/src/edit/hashline",
	"packages/tools/src/edit/patch",
	"packages/tools/src/eval",
	"packages/tools/src/find",
	"packages/tools/src/job",
	"packages/tools/src/read",
	"packages/tools/src/search",
	"packages/tools/src/shell-syntax",
	"packages/tools/src/shell-syntax/critical",
	"packages/tools/src/write",
];
