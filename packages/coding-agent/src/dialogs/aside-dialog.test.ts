import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { asideDialog } from "./aside-dialog.ts";
import { openDialog } from "./testing/open-dialog.ts";
import { scriptedLines } from "./testing/scripted-lines.ts";

const answer = "It is **blue**.\n\nYou said so at the beginning.";

function aside(ask: (signal: AbortSignal) => Promise<string> = async () => answer) {
	const copied: string[] = [];
	return { copied, dialog: asideDialog("which color was it?", ask, { copy: (text) => void copied.push(text) }) };
}

async function answered(theme?: Theme, rows?: number) {
	const { dialog, copied } = aside();
	const opened = openDialog(dialog, { ...(theme && { theme }), ...(rows && { rows }) });
	await until(() => opened.rows().join("\n").includes("branch to chat"));
	return { ...opened, copied };
}

test("its looks with an answer", async () => {
	const { rows } = await answered();
	expect([rows(40), rows(80), rows(160)]).toMatchSnapshot();
});

test("keys copy, go on from it, scroll and dismiss", async () => {
	const copies = await answered();
	expect(copies.press("c")).toEqual([]);
	expect(copies.copied).toEqual([answer]);
	expect(copies.press("b")).toEqual([answer]);
	expect((await answered()).press("\x1b")).toEqual([undefined]);
	const low = await answered(undefined, 10);
	low.press("\x1b[B");
	expect(low.rows()).toHaveLength(5);
});

test("a failure is shown, and closing gives the question up", async () => {
	const failing = openDialog(aside(() => Promise.reject(new Error("no model today"))).dialog);
	await until(() => failing.rows().join("\n").includes("no model today"));
	let signal: AbortSignal | undefined;
	const waiting = openDialog(
		aside((given) => {
			signal = given;
			return new Promise(() => {});
		}).dialog,
	);
	waiting.component.dispose?.();
	expect(signal?.aborted).toBe(true);
});

test("line by line it is an answer and two ways to go on", async () => {
	const lines = scriptedLines(["1"]);
	const { dialog, copied } = aside();
	expect(await dialog.plain(lines)).toBeUndefined();
	expect(copied).toEqual([answer]);
	expect(lines.text()).toContain("Continue from here in a copy of the session");
	expect(await aside().dialog.plain(scriptedLines(["2"]))).toBe(answer);
});
