/** Why a file of an undecided project may be opened. */
export interface ReadableFiles {
	readonly because: string;
	readonly files: readonly RegExp[];
}

export const readableFiles: readonly ReadableFiles[] = [
	{
		because: "is hashed and shown by the trust gate, and has no effect before it is trusted",
		files: [
			/^\.env$/,
			/^\.omp\/(?:config\.yml|settings\.json|SYSTEM\.md|mcp\.json|ssh\.json|plugin-overrides\.json)$/,
			/^\.omp\/(?:extensions|hooks|tools|commands|agents)\//,
			/^\.omp\/plugins\/(?:installed_plugins\.json|package\.json|omp-plugins\.lock\.json)$/,
			/^\.pi\/(?:extensions\/|settings\.json$)/,
			/^\.claude\/(?:settings(?:\.local)?\.json|agents\/|commands\/|tools\/)/,
			/^(?:\.|\.(?:claude|cursor|vscode|windsurf|omp)\/)?mcp(?:_config)?\.json$/,
			/^\.codex\/config\.toml$/,
			/^\.gemini\/settings\.json$/,
			/^(?:opencode|lsp)\.json$/,
			/^\.?venv\/(?:pyvenv\.cfg|bin\/python)$/,
			// What the claims above name: a change of it asks again.
			/^evil\.(?:sh|cjs)$/,
		],
	},
	{
		because: "is read by git to say what it would run, or for the name of the branch; none of it is run",
		files: [
			/^(?:\.git|docs)\/(?:config|HEAD|hooks\/[\w-]+|index|packed-refs|commondir|refs\/.*)$/,
			/^\.git\/.*\/HEAD$/,
		],
	},
	{
		because:
			"is opened by Bun beside the folder of a cell; the runner overrides the first two, and nothing loads the third",
		files: [/^(?:tsconfig|base|package)\.json$/],
	},
	{
		because: "is compared by direnv with what the user allowed with `direnv allow`, and not run otherwise",
		files: [/^\.envrc$/],
	},
	{
		because: "is named by `omp plugin list`, and not loaded",
		files: [/^\.omp\/plugins\/node_modules\/evil\/package\.json$/],
	},
	{
		because: "says what a search leaves out",
		files: [/^\.(?:git|rg)?ignore$/, /^\.git\/info\/exclude$/],
	},
	{
		because: "is what a tool was asked to read",
		files: [/^src\//],
	},
	{
		because: "is prose for the model",
		files: [/^(?:AGENTS|CLAUDE|README)\.md$/, /^\.omp\/commands\/run\.md$/],
	},
];

export function isReadable(file: string): boolean {
	return readableFiles.some(({ files }) => files.some((pattern) => pattern.test(file)));
}
