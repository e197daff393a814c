/** Settings files of other programs in a project, by discovery provider; later ones override earlier ones. */
export const sourceSettingsFiles: ReadonlyArray<{ readonly provider: string; readonly path: string }> = [
	{ provider: "claude", path: ".claude/settings.json" },
	{ provider: "codex", path: ".codex/config.toml" },
	{ provider: "gemini", path: ".gemini/settings.json" },
	{ provider: "opencode", path: "opencode.json" },
];
