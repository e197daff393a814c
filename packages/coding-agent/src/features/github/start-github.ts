import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import { lazyScheme } from "../../workbench/urls/lazy-scheme.ts";
import { GithubAccess } from "./github-access.ts";

export function startGithub({ workbench: { host, settings, env } }: FeatureStart): RunningFeature {
	const access = new GithubAccess({ host, settings, env: env.child });
	return {
		join({ folder }) {
			const threads = access.threads(() => folder.path);
			const isListed = () => access.isAdvertised(folder.path);
			const schemes = (["issue", "pr"] as const).map((kind) =>
				lazyScheme(kind, async () => (await import("./github-url.ts")).githubScheme(kind, threads)),
			);
			return { services: { github: access }, urls: schemes.map((scheme) => ({ ...scheme, isListed })) };
		},
		async [Symbol.asyncDispose]() {
			access.close();
		},
	};
}
