import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { loginProviderDialog } from "./login-provider-dialog.ts";
import { type LoginStep, loginStepDialog } from "./login-step-dialog.ts";

const { signal } = new AbortController();
const shown = { url: "https://acme.example.com/auth?x=1", text: "Open this page to log in:", userCode: "ABCD-EFGH" };

test("the looks of a login, and how it reads aloud", async () => {
	const choices = [
		{ id: "acme", name: "Acme", ways: "account or key", source: "ACME_KEY" },
		{ id: "groq", name: "Groq", ways: "key" },
	];
	expect(await dialogPictures(() => loginProviderDialog(choices))).toMatchSnapshot();
	const step: LoginStep = { shown, question: "Or paste the address you end at", copy: () => {}, signal };
	expect(await dialogPictures(() => loginStepDialog("Acme", step))).toMatchSnapshot();
});

verifies("tui:login:dialog", () => {
	const copied: string[] = [];
	const question = "Or paste the address you end at";
	const step = openDialog(loginStepDialog("Acme", { shown, question, copy: (text) => void copied.push(text), signal }));
	expect(step.rows(60)).toEqual([
		" Open this page to log in:",
		" \x1b]8;;https://acme.example.com/auth?x=1\x1b\\https://acme.example.com/auth?x=1\x1b]8;;\x1b\\",
		" Code: ABCD-EFGH",
		" Or paste the address you end at",
		" ❯",
		" Enter continue · Alt+C copy the address again · Esc cancel",
	]);
	step.press("\x1bc");
	expect(copied).toEqual([shown.url]);
	expect(step.rows(60).at(-1)).toContain("Alt+C copied the address");
	step.component.handlePaste?.("http://localhost/callback?code=1");
	expect(step.press("\r")).toEqual(["http://localhost/callback?code=1"]);

	const key = openDialog(loginStepDialog("Acme", { question: "Key for Acme", secret: true, signal }));
	key.type("s3cret");
	expect(key.rows(60)).toEqual([" Key for Acme", " ❯ ••••••", " Enter continue · Esc cancel"]);
	expect(key.press("\x1b")).toEqual([undefined]);
});
