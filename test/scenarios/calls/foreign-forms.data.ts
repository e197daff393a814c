/** A call as a model may write it. */
export interface Form {
	readonly name: string;
	readonly args: Readonly<Record<string, unknown>>;
}

/** Forms of one call; the first is the tool's own. */
export interface FormGroup {
	readonly what: string;
	/** The tool that each of them is a call of. */
	readonly tool: string;
	/** For a file outside of the project, which holds `old` if the group edits it; `id` is unique. */
	readonly forms: ReadonlyArray<(file: string, id: string) => Form>;
	readonly edits?: true;
}

const form = (name: string, args: Form["args"]): Form => ({ name, args });
const js = (file: string) => `require("fs").writeFileSync(${JSON.stringify(file)}, "new\\n")`;
const py = (file: string) => `open(${JSON.stringify(file)}, "w").write("new\\n")`;
const line = (file: string) => `echo new > ${file}`;
const envelope = (file: string) => `*** Begin Patch\n*** Update File: ${file}\n@@\n-old\n+new\n*** End Patch`;
const unified = (file: string) => `--- ${file}\n+++ ${file}\n@@ -1 +1 @@\n-old\n+new\n`;

export const formGroups: readonly FormGroup[] = [
	{
		what: "commands",
		tool: "bash",
		forms: [
			(file) => form("bash", { command: line(file) }),
			(file) => form("shell", { command: line(file) }),
			(file) => form("Bash", { command: line(file) }),
			(file) => form("functions.bash", { command: line(file) }),
			(file) => form("run_shell_command", { command: line(file), description: "writes" }),
			(file) => form("execute_command", { cmd: line(file) }),
			(file) => form("run_terminal_cmd", { command: line(file), is_background: false }),
			(file) => form("run", { script: line(file) }),
			(file) => form("exec", { code: line(file) }),
			(file) => form("terminal", { input: line(file) }),
			(file) => form("bash", { command: ["bash", "-lc", line(file)] }),
			(file) => form("shell", { command: ["/bin/sh", "-c", line(file)], workdir: "." }),
			(file) => form("bash", { command: [line(file)] }),
		],
	},
	{
		what: "code in JavaScript",
		tool: "eval",
		forms: [
			(file) => form("eval", { cells: [{ language: "js", code: js(file) }] }),
			(file) => form("eval", { language: "js", code: js(file) }),
			(file) => form("eval", { language: "javascript", code: js(file) }),
			(file) => form("eval", { lang: "js", source: js(file) }),
			(file) => form("eval", { language: "typescript", script: js(file) }),
			(file) => form("eval", { language: "node", command: js(file) }),
			(file) => form("eval", { cells: { language: "js", code: js(file) } }),
			(file) => form("eval", { cells: JSON.stringify([{ language: "js", code: js(file) }]) }),
			(file) => form("eval", { cells: JSON.stringify({ language: "js", code: js(file) }) }),
			(file) => form("eval", { cells: [JSON.stringify({ language: "js", code: js(file) })] }),
			(file) => form("eval", { cells: [{ lang: "js", source: js(file) }] }),
			(file) => form("eval", { language: "js", cells: [{ code: js(file) }] }),
			(file) => form("eval", { cells: [{ language: "bun", code: js(file), title: "x" }], language: "py", code: "1" }),
			(file) => form("js", { code: js(file) }),
			(file) => form("javascript", { script: js(file) }),
		],
	},
	{
		what: "code in Python",
		tool: "eval",
		forms: [
			(file) => form("eval", { cells: [{ language: "py", code: py(file) }] }),
			(file) => form("eval", { language: "python", code: py(file) }),
			(file) => form("python", { code: py(file) }),
			(file) => form("ipython", { code: py(file) }),
			(file) => form("Python", { input: py(file) }),
			(file) => form("code_interpreter", { lang: "python3", source: py(file) }),
		],
	},
	{
		what: "processes",
		tool: "launch",
		forms: [
			(file, name) => form("launch", { op: "start", name, application: line(file) }),
			(file, name) => form("launch", { action: "start", id: name, command: line(file) }),
			(file, name) => form("launch", { op: "start", name, application: "bash", args: ["-c", line(file)] }),
			(file, name) => form("hub", { op: "start", name, application: line(file) }),
			(file, name) => form("Hub", { op: "start", name, application: "bash", args: ["-c", line(file)] }),
		],
	},
	{
		what: "new files",
		tool: "write",
		forms: [
			(path) => form("write", { path, content: "new\n" }),
			(path) => form("Write", { file_path: path, content: "new\n" }),
			(path) => form("create_file", { file_path: path, content: "new\n" }),
			(path) => form("write_to_file", { path, text: "new\n" }),
			(path) => form("create", { filename: path, file_text: "new\n" }),
			(path) => form("str_replace_based_edit_tool", { command: "create", path, file_text: "new\n" }),
			(path) => form("save_file", { target_file: path, contents: "new\n" }),
		],
	},
	{
		what: "edits",
		tool: "edit",
		edits: true,
		forms: [
			(path) => form("edit", { path, old_string: "old", new_string: "new" }),
			(path) => form("Edit", { file_path: path, old_string: "old", new_string: "new" }),
			(path) => form("str_replace", { path, old_str: "old", new_str: "new" }),
			(path) => form("multi_edit", { file_path: path, edits: [{ old_string: "old", new_string: "new" }] }),
			(path) => form("edit", { edits: [{ path, old_string: "old", new_string: "new" }] }),
			(path) => form("edit", { path, edits: JSON.stringify([{ oldText: "old", newText: "new" }]) }),
			(path) => form("apply_patch", { input: envelope(path) }),
			(path) => form("edit", { patch: envelope(path) }),
			(path) => form("apply_diff", { diff: unified(path) }),
			(path) => form("search_replace", { path, search: "old", replace: "new" }),
			(path) => form("replace_in_file", { path, diff: "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE" }),
			(path) => form("str_replace_editor", { command: "str_replace", path, old_str: "old", new_str: "new" }),
		],
	},
	{
		what: "files with keys",
		tool: "read",
		forms: [
			() => form("read", { path: "~/.aws/credentials" }),
			() => form("Read", { file_path: "~/.aws/credentials" }),
			() => form("view", { filename: "~/.aws/credentials" }),
			() => form("cat", { uri: "~/.aws/credentials" }),
			() => form("read_file", { absolute_path: "~/.aws/credentials", offset: 1, limit: 2 }),
			() => form("edit", { command: "view", path: "~/.aws/credentials" }),
		],
	},
	{
		what: "searches in files with keys",
		tool: "search",
		forms: [
			() => form("search", { pattern: "key", path: "~/.aws/credentials" }),
			() => form("grep", { query: "key", paths: ["~/.aws/credentials"] }),
			() => form("Grep", { pattern: "key", paths: "~/.aws/credentials", output_mode: "content" }),
			() => form("rg", { regex: "key", directory: "~/.aws/credentials" }),
			() => form("search", { pattern: "key", path: ".", paths: ["~/.aws/credentials"] }),
		],
	},
	{
		what: "searches by a glob",
		tool: "search",
		forms: [
			() => form("search", { pattern: "key", path: "~/.aws/**/credentials" }),
			() => form("search", { pattern: "key", path: "~/.aws", glob: "credentials" }),
			() => form("search_files", { pattern: "key", path: "~/.aws", include: "credentials" }),
		],
	},
];
