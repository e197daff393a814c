import { expect, test } from "bun:test";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { startAuthorizationServer, testClientId } from "@oh-my-pi/pi-ai/testing/authorization-server";
import { testProvider, testRegistry } from "@oh-my-pi/pi-ai/testing/test-registry";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { Dialogs } from "../../../dialogs/open/dialogs.ts";
import { interactiveKeymap } from "../../../modes/interactive/keys/keymap.ts";
import type { Command } from "../../contract/command.ts";
import { runAtScreen, testScreen } from "../../testing/test-screen.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";

const client = { env: { OMP_OAUTH_CLIENT_ID_ACME: testClientId } };

/** A screen with nothing but dialogs, whose user does as told for each. */
async function commandLine(options: { providers: readonly Provider[]; env?: Record<string, string> }) {
	const world = await testRegistry({ ...options, fetch });
	const copied: string[] = [];
	const said: string[] = [];
	const notify = (_level: string, text: string) => void said.push(text);
	const logins = {};
	let onDialog: (rows: string, component: Component) => void = () => {};
	const dialogs = new Dialogs({
		theme: plainTheme,
		keymap: interactiveKeymap(),
		area: {
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
		const { ports } = testScreen({ ask: dialogs.ask, logins, notify, copy: (text) => void copied.push(text) });
		return runAtScreen(command, args, session, ports);
	};
	return { ...world, copied, said, run };
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

const stillOpen = "The login to Acme is still open: finish it in the browser, or with /login <redirect URL>.";

verifies("slash-commands:config:login-logout", async () => {
	await using server = await startAuthorizationServer();
	const acme = server.provider([{ ...server.browserLogin(0), anyPort: true }]);
	await using omp = await commandLine({ providers: [acme], ...client });
	expect(await omp.run(loginCommand, "http://localhost:1/callback?code=x&state=y")).toMatchObject({
		text: "No login is waiting for a redirect URL. Start one with /login <provider>.",
	});
	const close: Parameters<typeof omp.run>[2] = (_rows, dialog) => dialog.handleInput?.("\x1b");
	const newestAddress = () => omp.copied.at(-1) ?? "";
	expect(await omp.run(loginCommand, "acme", close)).toMatchObject({ text: stillOpen });
	const callback = await server.followAsUser(newestAddress(), "bob");
	// An answer to another login is refused in a dialog, which can be closed as well.
	let complaint = "";
	const wrong = await omp.run(loginCommand, callback.replace(/state=[^&]*/, "state=other"), (rows, dialog) => {
		complaint = rows;
		dialog.handleInput?.("\x1b");
	});
	expect(complaint).toContain("That answer belongs to another login.");
	expect(wrong).toMatchObject({ text: stillOpen });
	expect(await omp.run(loginCommand, callback)).toEqual({
		kind: "notice",
		level: "info",
		text: "Logged in to Acme as bob@example.com. Choose a model with /model.",
	});
	// The browser may come back by itself, too.
	expect(await omp.run(loginCommand, "acme", close)).toMatchObject({ text: stillOpen });
	await fetch(await server.followAsUser(newestAddress(), "carol"));
	await until(() => omp.said.length > 0);
	expect(omp.said).toEqual(["Logged in to Acme as carol@example.com. Choose a model with /model."]);
	const accounts = () => omp.registry.store.current?.list("acme").length;
	expect(accounts()).toBe(2);
	// A new login gives the one before up, without a word.
	await omp.run(loginCommand, "acme", close);
	await omp.run(loginCommand, "acme", close);
	expect(omp.said).toHaveLength(1);
	expect(await omp.run(logoutCommand, "acme", (_rows, list) => list.handleInput?.("\r"))).toMatchObject({
		text: "Logged out of acme. Still usable through login carol@example.com.",
	});
	expect(accounts()).toBe(1);
	// Logins at MCP servers have their own commands.
	omp.registry.store.current?.saveLogin("mcp_oauth:profile:default:https://a.test", { access: "x", expires: 1 });
	expect(await omp.run(logoutCommand, "acme", (_rows, list) => list.handleInput?.("\r"))).toMatchObject({
		level: "info",
	});
	expect(await omp.run(logoutCommand, "")).toMatchObject({ text: expect.stringContaining("Nothing is stored") });
});

test("/login: what goes wrong with a login after its dialog was closed is said, and breaks nothing", async () => {
	await using server = await startAuthorizationServer();
	const describe = () => Promise.reject(new Error("The account has no name"));
	const acme = server.provider([{ ...server.browserLogin(0), anyPort: true, describe }]);
	await using omp = await commandLine({ providers: [acme], ...client });
	await omp.run(loginCommand, "acme", (_rows, dialog) => dialog.handleInput?.("\x1b"));
	await fetch(await server.followAsUser(omp.copied.at(-1) ?? ""));
	await until(() => omp.said.length > 0);
	expect(omp.said).toEqual(["The account has no name"]);
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
		testProvider("plain", ["m"], { local: true }),
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
