import { expect, test } from "bun:test";
import type { Discovery } from "@oh-my-pi/pi-mcp/oauth/discover-authorization";
import { chooseScope } from "./choose-scope.ts";

const found = (fields: Partial<Discovery> & { readonly serverScopes?: readonly string[] } = {}): Discovery => {
	const { serverScopes, ...others } = fields;
	return {
		resource: "https://a.test/mcp",
		hasResourceMetadata: true,
		...others,
		server: {
			issuer: "https://a.test",
			authorizationUrl: "https://a.test/authorize",
			tokenUrl: "https://a.test/token",
			authMethods: [],
			takesClientUrl: false,
			namesIssuer: false,
			isAssumed: false,
			...(serverScopes && { scopes: serverScopes }),
		},
	};
};
const asks = (status: 401 | 403, wwwAuthenticate: string) => ({ status, url: "https://a.test/mcp", wwwAuthenticate });

test("the challenge comes before the resource, and that before a server that is both", () => {
	const resourceScopes = ["read", "write"];
	expect(chooseScope(found({ resourceScopes }), { challenge: asks(401, 'Bearer scope="read"') })).toBe("read");
	expect(chooseScope(found({ resourceScopes }), {})).toBe("read write");
	expect(chooseScope(found({ serverScopes: ["all"] }), {})).toBeUndefined();
	expect(chooseScope(found({ serverScopes: ["all"], hasResourceMetadata: false }), {})).toBe("all");
	expect(chooseScope(found(), {})).toBeUndefined();
});

test("what is configured takes the place of what is offered, but not of what the server wants", () => {
	const resourceScopes = ["read", "write"];
	expect(chooseScope(found({ resourceScopes }), { configured: "mine" })).toBe("mine");
	const challenge = asks(401, 'Bearer scope="read"');
	expect(chooseScope(found({ resourceScopes }), { configured: "mine", challenge })).toBe("mine read");
});

test("more permissions are asked for together with those there are", () => {
	const challenge = asks(403, 'Bearer error="insufficient_scope", scope="write"');
	expect(chooseScope(found(), { challenge, granted: "read offline_access" })).toBe("read offline_access write");
	const first = asks(401, 'Bearer scope="write"');
	expect(chooseScope(found(), { challenge: first, granted: "read" })).toBe("write");
});

test("offline access is asked for where it exists, and never alone", () => {
	const serverScopes = ["offline_access", "x"];
	expect(chooseScope(found({ serverScopes, resourceScopes: ["read"] }), {})).toBe("read offline_access");
	expect(chooseScope(found({ serverScopes }), {})).toBeUndefined();
	expect(chooseScope(found({ serverScopes }), { configured: "read" })).toBe("read");
});

test("words that are no scopes are left out, and a list without end is cut", () => {
	const challenge = asks(401, 'Bearer scope="ok b\\"ad \u0007 fine"');
	expect(chooseScope(found(), { challenge })).toBe("ok fine");
	const many = Array.from({ length: 5000 }, (_, index) => `scope${index}`);
	expect(chooseScope(found({ resourceScopes: many }), {})?.split(" ")).toHaveLength(200);
});
