import type { Provider } from "../model/provider.ts";

/** Its models depend on the account, so none are bundled. */
export const cursor: Provider = {
	id: "cursor",
	name: "Cursor",
	api: "cursor-agent",
	baseUrl: "https://api2.cursor.sh",
	envVars: ["CURSOR_ACCESS_TOKEN"],
	logins: [
		{
			kind: "custom",
			label: "Browser",
			run: async (ports) => (await import("../auth/flows/cursor.ts")).cursorLogin(ports),
		},
	],
};
