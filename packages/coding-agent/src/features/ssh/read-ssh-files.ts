import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import type { Found, LoadContext, LoadResult } from "../../discovery/contract/capability.ts";
import type { PossibleFile } from "../../discovery/files/found-file.ts";
import { expandVariables } from "../../discovery/mcp/expand-variables.ts";
import type { SshHost } from "./host-capability.ts";

/** The hosts in these files, in order. Variables are filled in only in the user's own: a project must not learn them. */
export async function readSshFiles(
	provider: { readonly id: string; readonly displayName: string },
	candidates: readonly PossibleFile[],
	{ files, home, env }: Pick<LoadContext, "files" | "home" | "env">,
): Promise<LoadResult<SshHost>> {
	const warnings: string[] = [];
	const found = await Promise.all(
		candidates.map(async ({ path, level }): Promise<Found<SshHost>[]> => {
			const parsed = await parseConfig((await files.text(path)) ?? "{}", path);
			if ("problem" in parsed) warnings.push(parsed.problem);
			const hosts = "value" in parsed && isFields(parsed.value) ? (parsed.value.hosts ?? {}) : {};
			if (!isFields(hosts)) warnings.push(`${path}: "hosts" must be an object`);
			return Object.entries(isFields(hosts) ? hosts : {}).flatMap(([name, definition]): Found<SshHost>[] => {
				if (!isFields(definition)) {
					warnings.push(`${path}: host "${name}" must be an object`);
					return [];
				}
				const fields = level === "user" ? (expandVariables(definition, env) as Fields) : definition;
				const _source = { provider: provider.id, providerName: provider.displayName, path, level };
				return [{ name, path, level, ...parseHost(fields, home), definition, _source }];
			});
		}),
	);
	return { items: found.flat(), warnings };
}

function parseHost(fields: Fields, home: string): Omit<SshHost, "name" | "path" | "level" | "definition"> {
	const { host, username, port, keyPath, description, compat } = fields;
	const number = typeof port === "string" ? Number(port) : port;
	return {
		host: typeof host === "string" ? host : "",
		...(typeof username === "string" && { username }),
		...(typeof number === "number" && Number.isInteger(number) && { port: number }),
		...(typeof keyPath === "string" && { keyPath: keyPath.replace(/^~(?=\/|$)/, home) }),
		...(typeof description === "string" && { description }),
		...(typeof compat === "boolean" && { compat }),
	};
}
