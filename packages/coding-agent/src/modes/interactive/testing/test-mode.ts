import { partly } from "@oh-my-pi/pi-testkit/partly";
import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import type { NoticeLevel } from "../../../conversation/event/event.ts";
import type { Session } from "../../../workbench/session.ts";
import { interactiveKeymap } from "../keymap/keymap.ts";
import type { Look } from "../look.ts";
import { PromptLoop } from "../loop/prompt-loop.ts";
import type { Draft, Mode } from "../mode.ts";

/** A mode without a screen: what commands say and do is written down. */
export function testMode(session: Partial<Session>, given: Partial<Mode> = {}) {
	const said: Array<{ level: NoticeLevel; text: string }> = [];
	const copied: string[] = [];
	const submitted: string[] = [];
	const mode: Mode = {
		session: partly<Session>("session", session),
		look: { theme: plainTheme, preview: async () => {} } as unknown as Look,
		keymap: interactiveKeymap(),
		display: { expanded: false, showThinking: true, showTools: true },
		statusLine: () => "status",
		draft: testDraft(),
		ask: async () => undefined,
		copy: (text) => void copied.push(text),
		openBrowser: () => {},
		notify: (level, text) => void said.push({ level, text }),
		submit: async (line) => void submitted.push(line),
		loop: new PromptLoop(),
		logins: {},
		attempt: (work) => work(),
		during: (_activity, work) => work(),
		showSession: (text) => void said.push({ level: "info", text }),
		redraw: () => {},
		withoutScreen: (work) => work(),
		resetScreen: () => {},
		endReset: () => false,
		suspend: () => {},
		quit: () => {},
		...given,
	};
	return { mode, said, copied, submitted };
}

export function testDraft(text = ""): Draft {
	const add = (more: string) => {
		text += more;
	};
	return {
		images: [],
		get line() {
			return text.split("\n").at(-1) ?? "";
		},
		get expandedText() {
			return text;
		},
		insert: add,
		paste: add,
		attach: (_image, { width, height }) => add(`[Image #1, ${width}x${height}]`),
		perform: () => {},
		moveCaret: () => {},
		discard() {
			text = "";
		},
		isCompleting: false,
		get text() {
			return text;
		},
		get isEmpty() {
			return text === "";
		},
		setText(next) {
			text = next;
		},
		take() {
			const taken = text;
			text = "";
			return taken;
		},
	};
}
