import { describe, expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { askDialog } from "./ask/ask-dialog.ts";
import { confirmDialog } from "./confirm-dialog.ts";
import { copyDialog } from "./copy-dialog.ts";
import { folderDialog } from "./folder-dialog.ts";
import { accountDialog } from "./login/account-dialog.ts";
import { dialogPictures } from "./testing/dialog-pictures.ts";
import { openDialog } from "./testing/open-dialog.ts";
import { scriptedLines } from "./testing/scripted-lines.ts";
import { textDialog } from "./text-dialog.ts";
import { themeDialog } from "./theme-dialog.ts";
import { waitDialog } from "./wait-dialog.ts";

const enter = "\r";
const esc = "\x1b";
const down = "\x1b[B";

describe("confirm", () => {
	const remove = () =>
		confirmDialog({ title: "Drop the session", question: "Delete it for good?", yes: "Delete", isDestructive: true });

	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(remove)).toMatchSnapshot();
	});

	test("the safe choice comes first where nothing can be taken back", () => {
		expect(openDialog(remove()).press(enter)).toEqual([false]);
		expect(openDialog(remove()).press(down, enter)).toEqual([true]);
		const harmless = confirmDialog({ title: "Share", question: "Upload it?", yes: "Upload" });
		expect(openDialog(harmless).press(enter)).toEqual([true]);
		expect(openDialog(harmless).press(esc)).toEqual([undefined]);
	});
});

describe("text", () => {
	const name = () =>
		textDialog({
			title: "Name",
			question: "What should it be called?",
			text: "old",
			problemWith: (text) => (text.trim() === "" ? "It needs a name" : undefined),
		});

	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(name)).toMatchSnapshot();
	});

	test("what cannot be taken is said, and the field stays", async () => {
		const field = openDialog(name());
		expect(field.press("\x15", enter)).toEqual([]);
		expect(field.rows(40)).toContain(" It needs a name");
		expect(field.press(..."new", enter)).toEqual(["new"]);
		const lines = scriptedLines([" ", "fine"]);
		expect(await name().plain(lines)).toBe("fine");
		expect(lines.text()).toContain("It needs a name");
	});
});

describe("theme", () => {
	function themes() {
		const previews: string[] = [];
		const names = ["dark", "light", "titanium"].map((theme) => ({ name: theme, note: "yours" }));
		const preview = async (shown: string) => void previews.push(shown);
		return { previews, dialog: themeDialog({ themes: names, current: "light", preview }) };
	}

	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(() => themes().dialog)).toMatchSnapshot();
	});

	test("each theme is shown as the cursor comes to it", () => {
		const { previews, dialog } = themes();
		const opened = openDialog(dialog);
		opened.press(down);
		expect(previews.at(-1)).toBe("titanium");
		expect(opened.press(enter)).toEqual(["titanium"]);
	});
});

describe("copy", () => {
	const items = [
		{ kind: "message", text: "All done." },
		{ kind: "code", text: "const a = 1;\n\tconst b = 2;" },
	] as const;

	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(() => copyDialog(items))).toMatchSnapshot();
	});

	test("the text itself is what comes back, and several lines are shown", () => {
		const opened = openDialog(copyDialog(items));
		opened.type("code");
		expect(opened.rows(40)).toContain("   │    const b = 2;");
		expect(opened.press(enter)).toEqual([items[1]]);
		expect(openDialog(copyDialog([])).rows(40)).toContain("   Nothing to copy yet");
	});
});

test("the looks of the choice of folders, and how it reads aloud", async () => {
	expect(await dialogPictures(() => folderDialog({ cwd: "/nowhere/at/all", home: "/home/ada" }))).toMatchSnapshot();
});

test("the looks of the list of accounts, and how it reads aloud", async () => {
	const accounts = [
		{ id: 1, provider: "acme", label: "ada@example.com" },
		{ id: 2, provider: "groq", label: "stored key" },
	];
	expect(await dialogPictures(() => accountDialog(accounts))).toMatchSnapshot();
});

test("the looks of the model's questions, and how they read aloud", async () => {
	const options = [{ label: "Red", description: "Like a rose" }, { label: "Blue" }];
	const questions = [
		{ id: "color", question: "Which color?", options },
		{ id: "sizes", question: "Which sizes?", options: [{ label: "S" }, { label: "L" }], multi: true },
	];
	const { signal } = new AbortController();
	expect(await dialogPictures(() => askDialog(questions, { signal, timeoutSeconds: 0 }))).toMatchSnapshot();
});

describe("wait", () => {
	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(() => waitDialog("Wait", "Working…", async () => 7))).toMatchSnapshot();
	});

	test("it ends with the work, also when that fails", async () => {
		const done = openDialog(waitDialog("Wait", "Working…", async () => 7));
		await until(() => done.results.length === 1);
		expect(done.results).toEqual([{ value: 7 }]);
		const failed = openDialog(
			waitDialog("Wait", "Working…", async () => {
				throw new Error("no");
			}),
		);
		await until(() => failed.results.length === 1);
		expect(failed.results).toEqual([{ error: new Error("no") }]);
		for (const { component } of [done, failed]) component.dispose?.();
	});

	test("Esc gives the work up", () => {
		let given: AbortSignal | undefined;
		const opened = openDialog(
			waitDialog("Wait", "Working…", (signal) => {
				given = signal;
				return new Promise(() => {});
			}),
		);
		expect(opened.rows(60).join("")).toContain("Working… (esc to cancel)");
		expect(opened.press(esc)).toEqual([undefined]);
		expect(given?.aborted).toBe(true);
		opened.component.dispose?.();
	});
});
