import { join, sep } from "node:path";
import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import { autolearnSettings } from "@oh-my-pi/pi-tools/manage-skill/settings";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { OutsideTracking } from "../../conversation/provenance/outside-tracking.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import { captureHook } from "./capture-hook.ts";
import { managedSkills } from "./managed-skills.ts";

export function startAutolearn({ workbench }: Pick<FeatureStart, "workbench">): RunningFeature {
	const { host, agentDir, settings } = workbench;
	const turns = new Map<string, Promise<unknown>>();
	/** Those at a screen: elsewhere a turn of its own would take the place of the answer. */
	const watched = new WeakSet<Conversation>();
	const root = join(agentDir, "managed-skills") + sep;
	const tracking = new OutsideTracking("skill-origins", (name) =>
		workbench.tools.find((tool) => tool.name === name || tool.aliases?.includes(name)),
	);
	return {
		join({ conversation, top, prompt, services, subagent }) {
			let hasStored = false;
			const { tracker, hook } = tracking.join({ conversation, top });
			const skills = managedSkills({
				agentDir,
				redact: workbench.requests.guard?.redact ?? tokenRedactor(host.env),
				async findAuthored(name) {
					const { skills: known = [] } = await prompt.facts();
					return known.find((skill) => skill.name === name && !skill.path.startsWith(root))?.path;
				},
				origin: () => tracker.origin("agent"),
				now: host.now,
				onChange: () => {
					hasStored = true;
					prompt.forget();
				},
				lessonStored: () => {
					hasStored = true;
				},
				turns,
			});
			if (conversation !== top || subagent) return { services: { managedSkills: skills }, hooks: [hook] };
			const takeStored = () => {
				const had = hasStored;
				hasStored = false;
				return had;
			};
			return {
				services: { managedSkills: skills },
				hooks: [
					hook,
					(live) =>
						captureHook(live, {
							minToolCalls: () => Math.max(1, settings.get(autolearnSettings.minToolCalls)),
							mayContinue: () => watched.has(conversation) && settings.get(autolearnSettings.autoContinue),
							hasMemory: () => services().memory !== undefined,
							takeStored,
						}),
				],
			};
		},
		atScreen({ conversation }) {
			watched.add(conversation);
		},
	};
}
