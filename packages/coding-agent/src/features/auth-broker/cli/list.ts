import { listLogins, type Provider } from "@oh-my-pi/pi-ai/model/provider";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { CliError } from "../../../process/usage-error.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { type PreparedCommand, prepareCommand } from "./prepare.ts";

/** The providers that one can log in to. */
export const listProviders: BrokerAction = async ({ flags }, host, io) => {
	using prepared = await prepareCommand(host);
	const providers = loginProviders(prepared.local);
	const text = providers.map(({ id, name }) => `${id.padEnd(24)} ${name}\n`).join("");
	await io.stdout.write(flags.has("json") ? `${JSON.stringify(providers)}\n` : text);
	return 0;
};

export function loginProviders(registry: ModelRegistry): ReadonlyArray<{ readonly id: string; readonly name: string }> {
	return registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		return provider && listLogins(provider).length > 0 ? [{ id, name: provider.name }] : [];
	});
}

/** Throws with suggestions. */
export function findLoginProvider(id: string, { local }: Pick<PreparedCommand, "local">): Provider {
	const provider = local.findProvider(id);
	if (provider && listLogins(provider).length > 0) return provider;
	const close = loginProviders(local).filter((known) => known.id.includes(id.toLowerCase()));
	const hint =
		close.length > 0 ? `Did you mean ${close.map((known) => known.id).join(", ")}?` : "See: omp auth-broker list";
	throw new CliError(`${id} is no provider that one can log in to. ${hint}`);
}
