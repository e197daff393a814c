import type { Claim } from "../../../trust/claim.ts";
import type { FeatureTrustKind } from "../../../trust/kinds.ts";
import { namedFiles } from "../../../trust/named-files.ts";
import type { Project } from "../../../trust/project.ts";
import { withFiles } from "../../../trust/server-claims.ts";

export const debugAdapterKind: FeatureTrustKind = { kind: "dap-config", title: "Debug adapters" };

const maxShown = 16 * 1024;

/** Debug adapters that a project defines: programs that are started when something is debugged. */
export function debugAdapterClaim(path: string, text: string, commands: readonly string[], project: Project): Claim {
	const files = namedFiles(commands, project, project.root, { withConfig: true });
	const effects = [
		...commands.map((command) => `a debug adapter runs: ${command}`),
		...files.map(({ name }) => `with the file ${name}`),
	];
	return withFiles(
		{
			...debugAdapterKind,
			path,
			content: text,
			shown: text.slice(0, maxShown),
			effects: effects.length > 0 ? effects : ["changes debug adapters"],
		},
		files,
	);
}
