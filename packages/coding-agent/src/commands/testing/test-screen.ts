import { partly } from "@oh-my-pi/pi-testkit/partly";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { buildKeymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { NoticeLevel } from "../../conversation/event/event.ts";
import { allActions } from "../../modes/interactive/keys/keymap.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { builtInCommands } from "../commands.ts";
import type { Command } from "../contract/command.ts";
import type { CommandOutcome } from "../contract/outcome.ts";
import { PromptLoop } from "../contract/prompt-loop.ts";
import type { Draft, ScreenPorts } from "../contract/screen-ports.ts";

/** A terminal without a screen: what commands show and do is recorded. */
export function testScreen(given: Partial<ScreenPorts> = {}) {
	const said: Array<{ level: NoticeLevel; text: string }> = [];
	const copied: string[] = [];
	const submitted: string[] = [];
	const ports: ScreenPorts = {
		appearance: {
			theme: plainTheme,
			mode: "dark",
			preview: async () => {},
			themes: async () => [],
			statusLine: () => "status",
		},
		keys: { keymap: buildKeymap(allActions).keymap, actions: allActions },
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
		print: async (text) => void said.push({ level: "info", text }),
		withoutScreen: (work) => work(),
		openHub: async () => undefined,
		...given,
	};
	return { ports, said, copied, submitted };
}

/** Runs a command as a terminal would. */
export async function runAtScreen(
	command: Command,
	args: string,
	session: Partial<OpenedConversation>,
	ports: ScreenPorts,
): Promise<CommandOutcome | undefined> {
	const call = { args, session: partly<OpenedConversation>("session", session), commands: builtInCommands() };
	return command.screen ? command.screen.run(call, ports) : command.run?.(call);
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
