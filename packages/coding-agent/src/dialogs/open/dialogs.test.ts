import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { interactiveKeymap } from "../../modes/interactive/keys/keymap.ts";
import type { Dialog } from "../contract/dialog.ts";
import { Dialogs } from "./dialogs.ts";

/** A dialog that any key answers. */
function named(title: string, more: Partial<Dialog<string>> = {}): Dialog<string> {
	return {
		title,
		open: ({ done }) => ({ render: () => [title], handleInput: () => done(title) }),
		plain: async () => undefined,
		...more,
	};
}

function opened() {
	const filled: Component[] = [];
	const shown: Component[] = [];
	const dialogs = new Dialogs({
		theme: plainTheme,
		keymap: interactiveKeymap(),
		area: {
			show: (_component, focus) => void (focus ? shown.push(focus) : shown.pop()),
			fill(component) {
				filled.push(component);
				return () => void filled.splice(filled.indexOf(component), 1);
			},
			rows: () => 24,
			requestRender: () => {},
		},
	});
	return { dialogs, filled, shown };
}

test("a question opens in front of a view that stays behind, and leaves it open", async () => {
	const { dialogs, filled } = opened();
	const view = dialogs.ask(named("Agents", { fillsScreen: true, staysBehind: true }));
	const question = dialogs.ask(named("Run it?", { drawsTitle: true }));
	await Bun.sleep(0);
	expect(filled.map((component) => component.render(40)[0])).toEqual(["Agents", "Run it?"]);
	filled[1]?.handleInput?.("y");
	expect(await question).toBe("Run it?");
	expect(filled.map((component) => component.render(40)[0])).toEqual(["Agents"]);
	filled[0]?.handleInput?.("q");
	expect(await view).toBe("Agents");
});

test("questions wait for each other", async () => {
	const { dialogs, shown } = opened();
	const first = dialogs.ask(named("One"));
	const second = dialogs.ask(named("Two"));
	await Bun.sleep(0);
	expect(shown.map((component) => component.render(40)[0])).toEqual(["One"]);
	shown[0]?.handleInput?.("y");
	expect(await first).toBe("One");
	await Bun.sleep(0);
	shown[0]?.handleInput?.("y");
	expect(await second).toBe("Two");
});
