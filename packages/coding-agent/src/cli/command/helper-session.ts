import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { selectModelOrRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { startWorkbench } from "../../assembly/start-workbench.ts";
import type { HelperSession } from "../../features/contract/command-ports.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { openConversation } from "../../workbench/open/open-conversation.ts";
import { commandRegistry } from "./command-registry.ts";

/** See `HelperSession`. */
export async function helperSession(baseHost: Host, wanted: readonly string[]): Promise<HelperSession> {
	const { registry, settings, host } = await commandRegistry(baseHost, parseArgs([], []));
	const { agent: agentDir } = resolveDirectories(host);
	const gate = new TrustGate({ agentDir, cwd: host.cwd, home: host.home, now: host.now });
	const { workbench } = await startWorkbench({ host, agentDir, settings, gate }, { isBare: true }, registry);
	const log = inMemorySession(fileEnvironment(host, agentDir), { cwd: host.cwd });
	const session = await openConversation(workbench, { log });
	let model: Model | undefined;
	for (const name of wanted) {
		const context = { roles: sessionRoles(settings), current: session.conversation.model };
		const found = await selectModelOrRole(name, registry, context);
		if (found.kind === "missing" || found.model.api === "offline" || !registry.isUsable(found.model.provider)) continue;
		model = found.model;
		break;
	}
	return { session, model, [Symbol.asyncDispose]: () => session.conversation.dispose() };
}
