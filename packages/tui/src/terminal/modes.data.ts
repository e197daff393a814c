/** Bytes that switch modes on and off. */

export const PUSH_TITLE = "\x1b[22;2t";
export const BRACKETED_PASTE_ON = "\x1b[?2004h";
export const APPEARANCE_REPORTS_ON = "\x1b[?2031h";
export const FOCUS_REPORTS_ON = "\x1b[?1004h";
export const SIZE_REPORTS_ON = "\x1b[?2048h";
export const ENHANCED_PASTE_ON = "\x1b[?5522h";

export const KEYBOARD_QUERY = "\x1b[?u";
export const BACKGROUND_QUERY = "\x1b]11;?\x1b\\";
/** Synchronized output, reports of appearance and size, enhanced paste. */
export const MODE_QUERIES = "\x1b[?2026$p\x1b[?2031$p\x1b[?2048$p\x1b[?5522$p";
export const NOTIFICATION_QUERY = "\x1b]99;i=omp:p=?;\x1b\\";
export const CELL_SIZE_QUERY = "\x1b[16t";
export const IDENTITY_QUERY = "\x1b[>c";
export const CURSOR_QUERY = "\x1b[6n";
export const RESTORE_CURSOR = "\x1b8";
/** Every terminal answers this, so its reply means that an earlier query will not be answered. */
export const DEVICE_ATTRIBUTES_QUERY = "\x1b[c";

/** Disambiguate, event types, alternate keys. */
export const KITTY_KEYBOARD_PUSH = "\x1b[>7u";
export const KITTY_KEYBOARD_POP = "\x1b[<u";
export const MODIFY_OTHER_KEYS_ON = "\x1b[>4;2m";
export const MODIFY_OTHER_KEYS_OFF = "\x1b[>4;0m";

export const ALTERNATE_SCREEN_ON = "\x1b[?1049h";
export const ALTERNATE_SCREEN_OFF = "\x1b[?1049l";
export const MOUSE_ON = "\x1b[?1000h\x1b[?1006h";
export const MOUSE_OFF = "\x1b[?1006l\x1b[?1003l\x1b[?1000l";

const POP_TITLE = "\x1b[23;2t";
const FOCUS_REPORTS_OFF = "\x1b[?1004l";
const SYNCHRONIZED_OUTPUT_OFF = "\x1b[?2026l";
const AUTOWRAP_ON = "\x1b[?7h";
const NORMAL_CURSOR_KEYS = "\x1b[?1l\x1b>";
const PASTES_OFF = "\x1b[?2004l\x1b[?5522l";
const REPORTS_OFF = "\x1b[?2031l\x1b[?2048l";
const CURSOR_SHOWN = "\x1b[?25h";

/** Restores everything, whichever modes are on. */
export function restoreBytes(state: { alternateScreen: boolean; kittyKeyboard: boolean }): string {
	return [
		POP_TITLE,
		FOCUS_REPORTS_OFF,
		state.alternateScreen ? ALTERNATE_SCREEN_OFF : "",
		SYNCHRONIZED_OUTPUT_OFF,
		AUTOWRAP_ON,
		NORMAL_CURSOR_KEYS,
		PASTES_OFF,
		MOUSE_OFF,
		REPORTS_OFF,
		// Popping without a push would remove the shell's own setting.
		state.kittyKeyboard ? KITTY_KEYBOARD_POP : "",
		MODIFY_OTHER_KEYS_OFF,
		"\x1b[0m",
		CURSOR_SHOWN,
	].join("");
}
