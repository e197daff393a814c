import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { advisorSettings } from "../../settings/sections/services/advisor.ts";
import type { ConversationContext } from "../../workbench/running-feature.ts";
import type { Feature } from "../contract/feature.ts";
import type { AdvisorHost } from "./session/advisor-host.ts";
import { advisorKey, type RunningAdvisor } from "./session/advisor-key.ts";

/** The advisor: a second model that reviews each turn, `/advisor`, `--advisor` and the watchdog files. Nothing is loaded while it is off. */
export const advisorFeature: Feature<RunningAdvisor> = {
	...advisorKey,
	trustKinds: [{ kind: "advisor", title: "Advisors" }],
	async survey({ context }) {
		const [{ loadAdvisorList }, { loadAttention }] = await Promise.all([
			import("./watchdog/advisor-list.ts"),
			import("./watchdog/watchdog-files.ts"),
		]);
		await Promise.all([loadAdvisorList(context), loadAttention(context)]);
	},
	commands: async () => [(await import("./command/advisor.ts")).advisorCommand],
	isWanted: ({ request: { isBare } }) => !isBare,
	async start({ workbench, request }) {
		const { settings } = workbench;
		const contexts = new WeakMap<Conversation, ConversationContext>();
		const listeners = new Set<() => void>();
		let host: AdvisorHost | undefined;
		const load = async () => {
			const { AdvisorHost: Host } = await import("./session/advisor-host.ts");
			host ??= new Host(workbench, {
				contextOf: (conversation) => contexts.get(conversation),
				onChange: () => {
					for (const listener of listeners) listener();
				},
			});
			return host;
		};
		// For this run only.
		if (request.advisor) settings.override(advisorSettings.enabled, true);
		if (settings.get(advisorSettings.enabled)) await load();
		return {
			get host() {
				return host;
			},
			load,
			join(context) {
				contexts.set(context.conversation, context);
				return host?.join(context) ?? {};
			},
			onChange(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			status: ({ conversation }) => host?.status(conversation),
			panel: ({ conversation }) => host?.panel(conversation) ?? [],
			costs: ({ conversation }) => host?.costs(conversation) ?? [],
			settled: async ({ conversation }) => host?.settled(conversation),
			trustChanged: async ({ conversation }) => host?.reload(conversation),
		};
	},
};
