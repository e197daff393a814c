import { FreshTokens, longestRefreshMs } from "@oh-my-pi/pi-ai/auth/fresh-tokens";
import { hasAgentDatabase } from "@oh-my-pi/pi-ai/auth/store/open-database";
import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFatalSignals } from "../../../process/exit/signals.ts";
import type { RefreshOutcome } from "../server/refresher.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { type PreparedCommand, prepareCommand } from "./prepare.ts";

/** Refreshes one login for the broker, which may be killed meanwhile. The access token to replace comes on stdin. */
export const refreshLogin: BrokerAction = async ({ messages: [id = ""] }, baseHost, io) => {
	const access = (await io.stdin.text()).trim();
	using prepared = await prepareCommand(baseHost);
	// At the end of the machine or of its user's session: the provider's answer is stored first.
	using _signals = ignoreFatalSignals(["SIGINT", "SIGTERM", "SIGHUP"]);
	const outcome = await refresh(prepared, Number(id), access);
	// The tokens are stored by now; a broker that is gone reads them when it starts again.
	await io.stdout.write(`${JSON.stringify(outcome)}\n`);
	return outcome.kind === "refreshed" ? 0 : 1;
};

async function refresh(
	{ host, agentDir, local }: PreparedCommand,
	id: number,
	refused: string,
): Promise<RefreshOutcome> {
	if (!(await hasAgentDatabase(agentDir))) return { kind: "failed", reason: `${agentDir}/agent.db is gone` };
	const store = await local.store.open();
	store.database.run("PRAGMA synchronous = FULL");
	const row = store.find(id);
	const provider = row && local.findProvider(row.provider);
	if (!row || !provider) return { kind: "failed", reason: `there is no provider for the credential ${id}` };
	const { env, now, newId } = host;
	const ports = { fetch, env, now, clients: local.oauthClients };
	try {
		const tokens = new FreshTokens({ store, host: { now, newId }, ports, patienceMs: longestRefreshMs });
		await tokens.get(provider, id, { refused });
		return { kind: "refreshed" };
	} catch (error) {
		const kind = error instanceof AuthError && error.kind === "invalid-grant" ? "ended" : "failed";
		return { kind, reason: store.find(id)?.disabledCause ?? errorMessage(error) };
	}
}
