import { logIn, openForLogin, storeLogin } from "@oh-my-pi/pi-ai/auth/log-in";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { RpcSession } from "../session/rpc-session.ts";
import { text } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";

const getLoginProviders = command("get_login_providers", {}, (_fields, { session }) => {
	const { registry } = session;
	const providers = registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		if (!provider?.logins?.length) return [];
		const authenticated = registry.credentials.describeSource(id) !== undefined;
		return [{ id, name: provider.name, available: !registry.isDisabled(id), authenticated }];
	});
	return { providers };
});

const login = command(
	"login",
	{ providerId: text },
	async ({ providerId }, rpc) => {
		const { registry } = rpc.session;
		const provider = registry.findProvider(providerId);
		if (!provider?.logins?.length) throw new Error(`Unknown OAuth provider: ${providerId}`);
		const store = await openForLogin(provider, registry.store);
		storeLogin(provider, await logIn(provider, loginPorts(rpc)), store);
		return { providerId };
	},
	{ concurrent: true },
);

/** The host opens addresses and asks for what has to be pasted. */
function loginPorts({ session, ui }: RpcSession): LoginPorts {
	const { host, registry } = session;
	return {
		fetch,
		now: host.now,
		env: host.env,
		clients: registry.oauthClients,
		show: ({ url, userCode, text: words }) => ui.openUrl(url, { ...(userCode && { userCode }), text: words }),
		// Showing an address is all there is to opening it here.
		openBrowser: () => {},
		ask: (question, options = {}) => ui.input(question, undefined, { signal: options.signal }),
	};
}

export const loginCommands: readonly RpcCommand[] = [getLoginProviders, login];
