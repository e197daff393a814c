/** Starts a server, prints its process and one that it started, and waits to be killed. Run by the tests. */
import { LanguageServerPool } from "../servers/language-server-pool.ts";
import { clientInfo, oddDefinition, patient } from "./odd-definition.ts";

const definition = oddDefinition("ignores-shutdown");
const pool = new LanguageServerPool({
	root: "/tmp",
	definitions: [definition],
	env: process.env,
	now: () => performance.now(),
	clientInfo,
});
const client = await pool.client(definition, patient);
const child = await client.request("odd/child", {}, patient);
console.log(JSON.stringify([client.pid, child]));
await new Promise(() => {});
