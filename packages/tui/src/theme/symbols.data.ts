/** Every sign the interface draws, in each of the three sets. Rows: key, unicode, nerd font, ASCII. */
const ROWS = [
	["boxRound.topLeft", "╭", "╭", "+"],
	["boxRound.topRight", "╮", "╮", "+"],
	["boxRound.bottomLeft", "╰", "╰", "+"],
	["boxRound.bottomRight", "╯", "╯", "+"],
	["boxRound.horizontal", "─", "─", "-"],
	["boxRound.vertical", "│", "│", "|"],
	["boxSharp.topLeft", "┌", "┌", "+"],
	["boxSharp.topRight", "┐", "┐", "+"],
	["boxSharp.bottomLeft", "└", "└", "+"],
	["boxSharp.bottomRight", "┘", "┘", "+"],
	["boxSharp.horizontal", "─", "─", "-"],
	["boxSharp.vertical", "│", "│", "|"],
	["boxSharp.teeDown", "┬", "┬", "+"],
	["boxSharp.teeUp", "┴", "┴", "+"],
	["boxSharp.teeRight", "├", "├", "+"],
	["boxSharp.teeLeft", "┤", "┤", "+"],
	["boxSharp.cross", "┼", "┼", "+"],
	["tree.branch", "├─", "├─", "|--"],
	["tree.last", "└─", "└─", "'--"],
	["tree.vertical", "│", "│", "|"],
	["status.pending", "⏳", "\uf252", "[.]"],
	["status.done", "●", "\uf111", "[*]"],
	["status.success", "✔", "\uf00c", "[ok]"],
	["status.error", "✘", "\uf00d", "[x]"],
	["status.warning", "⚠", "\uf071", "[!]"],
	["status.info", "ℹ", "\uf129", "[i]"],
	["status.interrupted", "⊘", "\uf05e", "[-]"],
	["checkbox.on", "☑", "\uf14a", "[x]"],
	["checkbox.off", "☐", "\uf0c8", "[ ]"],
	["radio.on", "◉", "\uf192", "(o)"],
	["radio.off", "○", "\uf10c", "( )"],
	["nav.cursor", "❯", "❯", ">"],
	["nav.folded", "▸", "▸", ">"],
	["nav.unfolded", "▾", "▾", "v"],
	["nav.up", "↑", "↑", "^"],
	["nav.down", "↓", "↓", "v"],
	["scrollbar.track", "│", "│", "|"],
	["scrollbar.thumb", "┃", "┃", "#"],
	["list.bullet", "•", "•", "*"],
	["quote.border", "│", "│", "|"],
	["text.ellipsis", "…", "…", "..."],
	["text.dot", "·", "·", "-"],
	["text.arrow", "→", "→", "->"],
	["bracket.left", "⟦", "⟦", "["],
	["bracket.right", "⟧", "⟧", "]"],
	["statusLine.separator", ">", "\ue0b1", ">"],
	["statusLine.separatorRight", "<", "\ue0b3", "<"],
	["statusLine.capLeft", "▶", "\ue0b0", ">"],
	["statusLine.capRight", "◀", "\ue0b2", "<"],
	["icon.pi", "π", "π", "pi"],
	["icon.model", "⬢", "\uf2db", "[M]"],
	["icon.folder", "📁", "\uf07b", "dir:"],
	["icon.scratch", "🧪", "\uf0c3", "tmp:"],
	["icon.branch", "⑂", "\ue0a0", "@"],
	["icon.pullRequest", "#", "\ue726", "#"],
	["icon.context", "◫", "\uf0db", "ctx:"],
	["icon.autoCompact", "⟲", "\uf0e2", "[A]"],
	["icon.tokensIn", "⤵", "\uf063", "in:"],
	["icon.tokensOut", "⤴", "\uf062", "out:"],
	["icon.tokens", "🪙", "\uf51e", "tok:"],
	["icon.rate", "⚡", "\uf0e7", "rate:"],
	["icon.agents", "👥", "\uf0c0", "agents:"],
	["icon.jobs", "⚙", "\uf013", "jobs:"],
	["icon.plan", "🗺", "\uf279", "plan:"],
	["icon.goal", "◎", "\uf140", "goal:"],
	["icon.loop", "↻", "\uf01e", "loop:"],
	["icon.paused", "⏸", "\uf04c", "||"],
	["icon.time", "⏱", "\uf017", "t:"],
	["icon.host", "@", "\uf233", "@"],
	["icon.session", "§", "\uf292", "id:"],
	["icon.cache", "⛁", "\uf1c0", "cache:"],
	["icon.search", "🔍", "\uf002", "?"],
	["icon.edit", "✎", "\uf040", "~"],
	["icon.python", "🐍", "\ue606", "py:"],
	["icon.task", "⇶", "\uf0e8", "=>"],
	["icon.image", "🖼", "\uf03e", "img:"],
	["thinking.off", "⦸", "\uf05e", "off"],
	["thinking.auto", "⟳", "\uf021", "auto"],
	["thinking.minimal", "○", "\uf10c", "1/6"],
	["thinking.low", "◔", "\uf10c", "2/6"],
	["thinking.medium", "◑", "\uf042", "3/6"],
	["thinking.high", "◒", "\uf042", "4/6"],
	["thinking.xhigh", "◕", "\uf111", "5/6"],
	["thinking.max", "●", "\uf111", "6/6"],
] as const satisfies ReadonlyArray<readonly [string, string, string, string]>;

export type SymbolKey = (typeof ROWS)[number][0];
export type SymbolPreset = "unicode" | "nerd" | "ascii";

const COLUMN: Readonly<Record<SymbolPreset, 1 | 2 | 3>> = { unicode: 1, nerd: 2, ascii: 3 };

export const SPINNER_FRAMES: Readonly<Record<SymbolPreset, readonly string[]>> = {
	unicode: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
	nerd: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
	ascii: ["|", "/", "-", "\\"],
};

export function presetSymbols(preset: SymbolPreset): Record<SymbolKey, string> {
	return Object.fromEntries(ROWS.map((row) => [row[0], row[COLUMN[preset]]])) as Record<SymbolKey, string>;
}

export function isSymbolKey(key: string): key is SymbolKey {
	return ROWS.some((row) => row[0] === key);
}

export function isSymbolPreset(value: unknown): value is SymbolPreset {
	return value === "unicode" || value === "nerd" || value === "ascii";
}
