import { expect } from "bun:test";
import { exists, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { quietMs } from "../../packages/coding-agent/src/dialogs/open/typing-guard.ts";
import { type AtTerminal, atTerminal } from "./at-terminal.ts";

/** A session with a reply, and a share server. */
async function afterTalk(omp: OmpProject, serverUrl: string): Promise<AtTerminal> {
	await omp.home.write(".omp/agent/config.yml", `share: { serverUrl: "${serverUrl}" }\n`);
	const terminal = await atTerminal(omp, { args: ["hi"] });
	await terminal.waitFor("Hello.");
	return terminal;
}

/** Joins wrapped rows. */
const unwrapped = (terminal: AtTerminal) => terminal.history().replace(/\s+/g, "");

verifies("sessions:share:custom-script", async () => {
	await using omp = await ompProject({ replies: [text("Hello.")] });
	const uploads: string[] = [];
	using server = Bun.serve({
		port: 0,
		fetch(request) {
			uploads.push(request.url);
			return Response.json({ id: "abc" });
		},
	});
	await omp.home.write(
		".omp/agent/share.ts",
		`export default async (page: string) => {
			const html = await Bun.file(page).text();
			if (await Bun.file("${omp.files.file("fail")}").exists()) throw new Error("the shelf is full");
			return { url: "https://wiki.example/1", message: "On the wiki: " + html.includes("session-data") };
		};\n`,
	);
	await using terminal = await afterTalk(omp, String(server.url));
	await terminal.say("/share", "On the wiki: true");
	await omp.files.write("fail", "");
	await terminal.say("/share", "the shelf is full");
	expect(uploads).toEqual([]);
});

verifies("sessions:share:unreachable", async () => {
	await using omp = await ompProject({ replies: [text("Hello.")] });
	// A port that was just freed, so nothing listens on it.
	const gone = Bun.serve({ port: 0, fetch: () => new Response() });
	const url = `http://127.0.0.1:${gone.port}/s`;
	await gone.stop(true);
	await using terminal = await afterTalk(omp, url);
	await terminal.say("/share", "Upload it");
	await terminal.press("\r", "Write the page");
	expect(unwrapped(terminal)).toContain(`${url}cannotbereached`);
	await Bun.sleep(quietMs + 200);
	await terminal.press("\x1b", "Not shared");
	await terminal.say("/share", "Write the page");
	await Bun.sleep(quietMs + 200);
	await terminal.press("\r", "Exported to");
	const [page = ""] = (await readdir(omp.path)).filter((name) => name.endsWith(".html"));
	expect(await omp.files.read(page)).toContain('id="session-data"');
	// Without a server there is no consent question.
	await omp.home.write(".omp/agent/config.yml", 'share: { serverUrl: "" }\n');
	const printed = await omp.run(["share", await sessionFile(omp)]);
	expect(printed).toMatchObject({ exitCode: 1, stdout: "" });
	expect(printed.stderr).toContain(
		"No server for sharing is set (share.serverUrl). omp collab relay is one.\nTo export a local HTML page: omp --export ",
	);
});

async function sessionFile(omp: OmpProject): Promise<string> {
	const root = join(omp.agentDir, "sessions");
	await until(() => exists(root));
	const [name = ""] = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(".jsonl"));
	return join(root, name);
}
