import { expect, test } from "bun:test";
import type { Provider } from "@oh-my-pi/pi-ai/provider";
import { startAuthorizationServer, testClientId } from "@oh-my-pi/pi-ai/testing/authorization-server";
import { testProvider, testRegistry } from "@oh-my-pi/pi-ai/testing/test-registry";
import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Conversation } from "../../../conversation/conversation.ts";
import { Dialogs } from "../dialogs/dialogs.ts";
import { interactiveKeymap } from "../keymap/keymap.ts";
import { testMode } from "../testing/test-mode.ts";
import type { Command } from "./command.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";

const client = { env: { OMP_OAUTH_CLIENT_ID_ACME: testClientId } };

/** A screen with nothing but dialogs, whose user does as told for each. */
async function commandLine(options: { providers: readonly Provider[]; env?: Record<string, string> }) {
	const world = await testRegistry({ ...options, fetch });
	const copied: string[] = [];
	let onDialog: (rows: string, component: Component) => void = () => {};
	const dialogs = new Dialogs({
		theme: plainTheme,
		keymap: interactiveKeymap(),
		stage: {
			show(component, focus) {
				if (component && focus) queueMicrotask(() => onDialog(component.render(400).join("\n"), focus));
			},
			fill: () => () => {},
			rows: () => 24,
			requestRender: () => {},
		},
	});
	const run = (command: Command, args: string, user: typeof onDialog = () => {}) => {
		onDialog = user;
		const session = { conversation: { model: undefined } as Conversation, host: world.host, registry: world.registry };
		const { mode } = testMode(session, { ask: dialogs.ask, copy: (text) => void copied.push(text) });
		return command.run({ ...mode, args });
	};
	return { ...world, copied, run };
}

const typeIn = (component: Component, text: string) => {
	component.handlePaste?.(text);
	component.handleInput?.("\r");
};

test("/login: the browser comes back, and the account is stored", async () => {
	await using server = await startAuthorizationServer();
	const acme = server.provider([{ ...server.browserLogin(0), anyPort: true }]);
	await using omp = await commandLine({ providers: [acme], ...client });
	const outcome = await omp.run(loginCommand, "acme", (rows) => {
		const url = /http:\/\/[^\s\x1b]+/.exec(rows)?.[0] ?? "";
		if (rows.includes("Or paste")) void server.followAsUser(url).then((callback) => fetch(callback));
	});
	expect(outcome).toEqual({
		kind: "notice",
		level: "info",
		text: "Logged in to Acme as alice@example.com. Choose a model with /model.",
	});
	expect(omp.copied).toEqual([expect.stringContaining(`${server.issuer}/auth?`)]);
	expect(omp.registry.store.current?.list("acme")).toMatchObject([{ type: "oauth", provider: "acme" }]);

	const out = await omp.run(logoutCommand, "", (_rows, list) => list.handleInput?.("\r"));
	expect(out).toMatchObject({ text: "Logged out of acme." });
	expect(omp.registry.store.current?.list("acme")).toEqual([]);
});

test("/login: where the browser is elsewhere, the address it ended at is pasted", async () => {
	await using server = await startAuthorizationServer();
	const acme = server.provider([{ ...server.browserLogin(0), anyPort: true }]);
	await using omp = await commandLine({ providers: [acme], ...client });
	const outcome = await omp.run(loginCommand, "acme", (rows, field) => {
		const url = /http:\/\/[^\s\x1b]+/.exec(rows)?.[0] ?? "";
		if (rows.includes("Or paste")) void server.followAsUser(url, "bob").then((callback) => typeIn(field, callback));
	});
	expect(outcome).toMatchObject({ text: expect.stringContaining("as bob@example.com") });
});

test("/login: a device login shows its code and waits, and Esc gives it up", async () => {
	await using server = await startAuthorizationServer();
	const acme = server.provider([server.deviceLogin()]);
	await using omp = await commandLine({ providers: [acme], ...client });
	let shown = "";
	const outcome = await omp.run(loginCommand, "acme", (rows, dialog) => {
		shown = rows;
		dialog.handleInput?.("\x1b");
	});
	expect(shown).toMatch(/Code: [A-Z]{4}-[A-Z]{4}\n Waiting for the provider/);
	expect(outcome).toEqual({ kind: "notice", level: "info", text: "The login was cancelled" });
});

test("/login: the list tells what is there already, and a provider without login how else", async () => {
	const providers = [
		testProvider("keyed", ["m"], { logins: [{ kind: "key", page: "https://keyed.example.com" }] }),
		testProvider("plain", ["m"]),
	];
	await using omp = await commandLine({ providers, env: { TEST_KEY_KEYED: "k" } });
	let list = "";
	const left = await omp.run(loginCommand, "", (rows, dialog) => {
		list = rows;
		dialog.handleInput?.("\x1b");
	});
	expect(left).toEqual({ kind: "done" });
	expect(list).toContain("keyed · key · has TEST_KEY_KEYED");
	expect(list).not.toContain("plain");
	expect(await omp.run(loginCommand, "plain")).toMatchObject({ text: expect.stringContaining("set TEST_KEY_PLAIN") });
	expect(await omp.run(logoutCommand, "")).toMatchObject({ text: expect.stringContaining("Nothing is stored") });
});
