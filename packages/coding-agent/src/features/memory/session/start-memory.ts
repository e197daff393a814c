import type { FeatureStart } from "../../../workbench/feature-definition.ts";
import { backends } from "../backends/backends.ts";
import type { BackendKind, BackendPlace, MemoryBackend, OpenBackend } from "../contract/memory-backend.ts";
import { memoryModelSettings, memorySettings } from "../settings/memory.ts";
import { MemoryModel } from "./memory-model.ts";
import { MemorySession } from "./memory-session.ts";

/** Opens the backend that the setting names. One that cannot be opened costs a line, and the session goes on without memory. */
export async function startMemory(
	{ workbench, notify }: Pick<FeatureStart, "workbench" | "notify">,
	table: Readonly<Partial<Record<BackendKind, () => Promise<OpenBackend>>>> = backends,
): Promise<MemorySession> {
	const { host, agentDir, settings, registry } = workbench;
	const kind = settings.get(memorySettings.backend) as BackendKind;
	const model = new MemoryModel({ registry, settings, warn: (text) => session.warn(text) });
	const session: MemorySession = new MemorySession({
		...{ workbench, kind, model, notify },
		open: (cwd) =>
			open(table, kind, {
				...{ host, agentDir, settings, cwd },
				...(workbench.requests.guard && { redact: workbench.requests.guard.redact }),
				ask: model.ask,
				contextWindow: (role) => model.contextWindow(role),
				warn: (text) => session.warn(text),
			}),
	});
	const local = settings.get(memoryModelSettings.memoryModel);
	if (local !== "online") {
		notify(
			`Memory: the local model ${local} (providers.memoryModel) is not available yet; the role smol is used instead.`,
		);
	}
	await session.openAt(host.cwd);
	return session;
}

async function open(
	table: Parameters<typeof startMemory>[1],
	kind: BackendKind,
	place: BackendPlace,
): Promise<MemoryBackend> {
	const load = table?.[kind];
	if (!load) throw new Error(`This version of omp has no backend "${kind}". Set memory.backend to another value.`);
	return (await load())(place);
}
