import { join } from "node:path";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { rules } from "../capabilities/rules.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { joinResults, ruleFile, ruleFiles } from "../files/rule-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "windsurf", displayName: "Windsurf" };

export const windsurfProvider: DiscoveryProvider = {
	...identity,
	description: "Rules of Windsurf, of the user and of the working folder",
	priority: 50,
	loads: {
		...loads(rules, (context) => {
			const { cwd, home } = context;
			const global = join(home, ".codeium", "windsurf", "memories", "global_rules.md");
			return joinResults([
				ruleFile(identity, { path: global, level: "user" }, context, { name: "global_rules" }),
				ruleFiles(identity, [{ path: join(cwd, ".windsurf", "rules"), level: "project" }], context, {
					suffixes: [".md"],
					translate: fromTrigger,
				}),
				// The form of older versions.
				ruleFile(identity, { path: join(cwd, ".windsurfrules"), level: "project" }, context, { name: "windsurfrules" }),
			]);
		}),
		...loads(mcpServers, (context) => {
			const { cwd, home } = context;
			const user = join(home, ".codeium", "windsurf", "mcp_config.json");
			const project = join(cwd, ".windsurf", "mcp_config.json");
			return mcpFiles(
				identity,
				[
					{ path: user, level: "user" },
					{ path: project, level: "project" },
				],
				context,
			);
		}),
	},
};

/** `trigger` says when a rule counts. */
function fromTrigger(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	const { trigger, globs, description, ...others } = fields;
	switch (trigger) {
		case "always_on":
			return { ...fields, alwaysApply: true };
		case "glob":
		case "model_decision":
			return { ...fields, alwaysApply: false };
		case "manual":
			// Only when the user names it, so it is not listed.
			return { ...others, alwaysApply: false };
		default:
			return fields;
	}
}
