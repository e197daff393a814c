import { webAccessSettings } from "../../settings/sections/services/web.ts";
import { SessionWeb } from "../../web/session-web.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";

export interface RunningWeb extends RunningFeature {
	/** The web access of a session, by the conversation that the user has. */
	at(conversationId: string): SessionWeb;
}

export function startWeb({ workbench }: FeatureStart): RunningWeb {
	const { host, settings, frontEnd } = workbench;
	const sessions = new Map<string, SessionWeb>();
	const at = (id: string) => {
		const known = sessions.get(id);
		if (known) return known;
		const opened = new SessionWeb({
			env: host.env,
			allowHosts: () => settings.get(webAccessSettings.allowHosts),
			ask: () => frontEnd.ask,
			isForwarded: (port) => workbench.features.box?.isForwarded(port) ?? false,
		});
		sessions.set(id, opened);
		return opened;
	};
	return {
		at,
		join({ top }) {
			const web = at(top.id);
			return { services: { web }, hooks: [() => web.hook] };
		},
	};
}
