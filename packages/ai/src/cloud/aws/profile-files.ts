import { join } from "node:path";
import type { CloudWorld } from "../cloud-world.ts";

export type Profile = Readonly<Record<string, string>>;

export interface ProfileFiles {
	readonly profiles: ReadonlyMap<string, Profile>;
	readonly ssoSessions: ReadonlyMap<string, Profile>;
}

/** The user's AWS profiles; the credentials file overrides the config file. */
export async function loadProfileFiles(world: CloudWorld): Promise<ProfileFiles> {
	const { env, home } = world;
	const [config, credentials] = await Promise.all([
		world.readFile(env.AWS_CONFIG_FILE || join(home, ".aws", "config")),
		world.readFile(env.AWS_SHARED_CREDENTIALS_FILE || join(home, ".aws", "credentials")),
	]);
	const profiles = new Map<string, Profile>();
	const ssoSessions = new Map<string, Profile>();
	for (const [heading, fields] of parseIni(config ?? "")) {
		const [kind = "", name = ""] = heading.split(/\s+/, 2);
		if (kind === "sso-session") ssoSessions.set(name, fields);
		else if (kind === "profile") profiles.set(name, fields);
		else if (heading === "default") profiles.set("default", { ...fields, ...profiles.get("default") });
	}
	for (const [name, fields] of parseIni(credentials ?? "")) profiles.set(name, { ...profiles.get(name), ...fields });
	return { profiles, ssoSessions };
}

export function parseIni(text: string): Map<string, Record<string, string>> {
	const sections = new Map<string, Record<string, string>>();
	let current: Record<string, string> | undefined;
	for (const line of text.split(/\r?\n/)) {
		const heading = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line)?.[1];
		if (heading !== undefined) {
			current = sections.get(heading) ?? {};
			sections.set(heading, current);
			continue;
		}
		// Indented lines are nested settings, which are not needed here.
		const [, name, value] = /^([^\s#;=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
		if (current && name && value !== undefined) current[name.toLowerCase()] = value.replace(/\s+[#;].*$/, "");
	}
	return sections;
}
