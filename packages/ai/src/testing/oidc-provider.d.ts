/** The part of the package's API that the test server uses. */
declare module "oidc-provider" {
	import type { IncomingMessage, ServerResponse } from "node:http";

	export default class Provider {
		constructor(issuer: string, configuration: object);
		callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
		interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
		on(event: "grant.success", listener: (context: { oidc: { params: { grant_type: string } } }) => void): void;
		on(event: "registration_create.success", listener: (context: unknown, client: { clientId: string }) => void): void;
		readonly AccessToken: {
			find(token: string): Promise<{ isValid: boolean; scope?: string; aud?: string | string[] } | undefined>;
		};
		readonly Client: { adapter: { destroy(id: string): Promise<void> } };
	}
}
