import type { Discovery } from "@oh-my-pi/pi-mcp/oauth/discover-authorization";
import { parseChallenge, wantsMoreScope } from "@oh-my-pi/pi-mcp/oauth/parse-challenge";
import type { AuthChallenge } from "@oh-my-pi/pi-mcp/server/server-config";

const maxScopes = 200;

/** What to ask for: what the server wants, else what it has; never less than what was granted when more is wanted. */
export function chooseScope(
	{ resourceScopes, hasResourceMetadata, server }: Discovery,
	known: {
		readonly configured?: string | undefined;
		readonly challenge?: AuthChallenge | undefined;
		readonly granted?: string | undefined;
	},
): string | undefined {
	const { configured, challenge, granted } = known;
	const asked = parseChallenge(challenge?.wwwAuthenticate).scope;
	const offered = resourceScopes ?? (hasResourceMetadata ? [] : (server.scopes ?? []));
	const isStepUp = challenge !== undefined && wantsMoreScope(challenge);
	const words = [
		...(isStepUp ? wordsIn(granted) : []),
		...wordsIn(configured),
		...(asked === undefined && configured !== undefined ? [] : asked === undefined ? offered : wordsIn(asked)),
	].filter((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word));
	const chosen = new Set(words.slice(0, maxScopes));
	if (chosen.size === 0) return undefined;
	if (configured === undefined && server.scopes?.includes("offline_access")) chosen.add("offline_access");
	return [...chosen].join(" ");
}

function wordsIn(scope: string | undefined): string[] {
	return scope?.split(/\s+/).filter(Boolean) ?? [];
}
