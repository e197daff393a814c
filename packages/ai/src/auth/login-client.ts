import type { Login, RefreshPorts } from "../model/login.ts";
import type { Provider } from "../model/provider.ts";
import { findClient } from "./oauth/client.ts";

type ClientPorts = Pick<RefreshPorts, "env" | "clients">;

/** Whether a login can succeed here: an account needs an OAuth client, of which omp ships none. */
export function isAvailable(provider: Provider, login: Login, ports: ClientPorts): boolean {
	if (login.kind === "key") return true;
	if (login.kind === "custom") return !login.needsClient || findClient(provider.id, ports) !== undefined;
	return findClient(provider.id, ports, login.clientIdVariables) !== undefined;
}
