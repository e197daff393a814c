import type { Login } from "@oh-my-pi/pi-ai/auth/login";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { Provider } from "@oh-my-pi/pi-ai/provider";
import type { Ask } from "../../../dialogs/dialog.ts";
import type { LoginChoice } from "../../../dialogs/login/login-provider-dialog.ts";
import type { Command, CommandCall } from "../../command.ts";
import { type CommandOutcome, notice } from "../../outcome.ts";
import type { LoginPorts } from "./run-login.ts";

export const loginCommand: Command = {
	name: "login",
	summary: "Log in to a provider, or store its key",
	group: "system",
	hint: "[provider|redirect URL]",
	async complete(typed, { registry }) {
		const fitting = loginChoices(registry).filter(({ id, name }) =>
			`${id} ${name}`.toLowerCase().includes(typed.toLowerCase()),
		);
		return fitting.map(({ id, name, ways }) => ({ name: id, summary: `${name} · ${ways}` }));
	},
	screen: { run: logInTo },
};

/** Logs in to the provider that `args` names, or to one that is chosen in a dialog. */
export async function logInTo(
	{ args, session }: Pick<CommandCall, "args" | "session">,
	ports: LoginPorts,
): Promise<CommandOutcome> {
	const { registry } = session;
	const { ask } = ports;
	const { finishLogin, runLogin } = await import("./run-login.ts");
	if (/^https?:\/\//i.test(args.trim())) return finishLogin(args.trim(), ports);
	const { loginProviderDialog } = await import("../../../dialogs/login/login-provider-dialog.ts");
	const id = args.trim() || (await ask(loginProviderDialog(loginChoices(registry))));
	if (id === undefined) return { kind: "done" };
	const provider = registry.findProvider(id.toLowerCase());
	if (!provider?.logins?.length) return notice(`${id} has no login. ${registry.credentialHint(id)}`, "warning");
	const way = await chooseWay(provider, ask);
	return way ? runLogin(provider, way, session, ports) : { kind: "done" };
}

export function loginChoices(registry: ModelRegistry): LoginChoice[] {
	return registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		if (!provider?.logins?.length || registry.isDisabled(id)) return [];
		const ways = new Set(provider.logins.map(({ kind }) => (kind === "key" ? "key" : "account")));
		const source = registry.credentials.sourceOf(id);
		return [{ id, name: provider.name, ways: [...ways].join(" or "), ...(source && { source }) }];
	});
}

/** With an account or with a key, where a provider takes both. */
async function chooseWay({ name, logins = [] }: Provider, ask: Ask): Promise<Login | undefined> {
	if (logins.length < 2) return logins[0];
	const items = logins.map((login) => ({ value: login, label: wayWords[login.kind] }));
	const { selectDialog } = await import("../../../dialogs/select-dialog.ts");
	return ask(selectDialog({ title: `Log in to ${name}`, items, filterable: false }));
}

const wayWords: Readonly<Record<Login["kind"], string>> = {
	browser: "With an account, in the browser",
	device: "With an account, by a code on any device",
	custom: "With an account",
	key: "With a key",
};
