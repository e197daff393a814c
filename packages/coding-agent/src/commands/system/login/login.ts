import { isAvailable } from "@oh-my-pi/pi-ai/auth/login-client";
import type { Login } from "@oh-my-pi/pi-ai/model/login";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { listLogins } from "@oh-my-pi/pi-ai/model/provider";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Ask } from "../../../dialogs/contract/dialog.ts";
import type { LoginChoice } from "../../../dialogs/login/login-provider-dialog.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Command, CommandCall } from "../../contract/command.ts";
import { type CommandOutcome, notice } from "../../contract/outcome.ts";
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
	if (!provider || listLogins(provider).length === 0)
		return notice(`${id} has no login. ${registry.credentialHint(id)}`, "warning");
	const way = await chooseWay(provider, session, ask);
	return way ? runLogin(provider, way, session, ports) : { kind: "done" };
}

export function loginChoices(registry: ModelRegistry): LoginChoice[] {
	return registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		const logins = provider ? listLogins(provider) : [];
		if (!provider || logins.length === 0 || registry.isDisabled(id)) return [];
		const ways = new Set(logins.map(({ kind }) => (kind === "key" ? "key" : "account")));
		const source = registry.credentials.describeSource(id);
		return [{ id, name: provider.name, ways: [...ways].join(" or "), ...(source && { source }) }];
	});
}

/** With an account or with a key, where a provider takes both; what cannot work in this build says so. */
async function chooseWay(
	provider: Provider,
	{ host, registry }: Pick<OpenedConversation, "host" | "registry">,
	ask: Ask,
): Promise<Login | undefined> {
	const clients = { env: host.env, clients: registry.oauthClients };
	const works = (login: Login) => isAvailable(provider, login, clients);
	// A key that the provider does not ask for itself is offered where nothing else works.
	const logins = provider.logins?.some(works) ? provider.logins : listLogins(provider);
	const sorted = logins.toSorted((a, b) => Number(works(b)) - Number(works(a)));
	if (sorted.length < 2) return sorted[0];
	const items = sorted.map((login) => ({
		value: login,
		label: wayWords[login.kind],
		...(!works(login) && { description: "not available in this build" }),
	}));
	const { selectDialog } = await import("../../../dialogs/select-dialog.ts");
	return ask(selectDialog({ title: `Log in to ${provider.name}`, items, filterable: false }));
}

const wayWords: Readonly<Record<Login["kind"], string>> = {
	browser: "With an account, in the browser",
	device: "With an account, by a code on any device",
	custom: "With an account",
	key: "With an API key",
};
