import { expect, setDefaultTimeout, test } from "bun:test";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { chromium } from "playwright-core";
import { startRelay } from "./shared-room.ts";

setDefaultTimeout(60_000);

const gistId = "0123456789abcdef0123456789abcdef";

/** A session, and a `gh` of the test's before any other. */
async function withGh(script: string) {
	const omp = await ompProject({ replies: [text("Answer for the gist.")] });
	await omp.run(["-p", "--yolo", "--model", "acme/a-1", "share-me-4715"]);
	const folder = join(omp.agentDir, "sessions");
	const [file = ""] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
	await omp.home.write("bin/gh", `#!/bin/sh\n${script}\n`);
	await chmod(join(omp.home.path, "bin/gh"), 0o755);
	const env = { ...omp.env, PATH: `${join(omp.home.path, "bin")}:${omp.env.PATH ?? process.env.PATH}` };
	return { omp, share: (...more: string[]) => shareWith(omp, [...more, join(folder, file)], env) };
}

async function shareWith(omp: OmpProject, args: readonly string[], env: Readonly<Record<string, string>>) {
	const child = Bun.spawn([...omp.command, "share", ...args], {
		...{ cwd: omp.path, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
	});
	const [stdout, stderr, exitCode] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { stdout: stdout.trim(), stderr: stderr.trim(), exitCode };
}

requires("chromium")("a session is sealed into a gist without a server, and any relay's page opens it", async () => {
	const { omp, share } = await withGh(
		`echo "$@" > "$HOME/gh-args"; cat > "$HOME/gist.txt"; echo https://gist.github.com/ada/${gistId}`,
	);
	await using _omp = omp;
	const { stdout, stderr, exitCode } = await share("--gist");
	expect([exitCode, stderr]).toEqual([0, ""]);
	expect(stdout).toStartWith(`http://localhost:7475/s/${gistId}#`);
	expect(await omp.home.read("gh-args")).toBe("gist create --filename session.ompshare.txt -\n");
	const content = await omp.home.read("gist.txt");
	expect(Buffer.from(content, "base64").includes("share-me-4715")).toBe(false);

	await using relay = await startRelay(omp);
	const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: ["--no-sandbox"] });
	try {
		const raw = `https://gist.githubusercontent.com/ada/${gistId}/raw/session.ompshare.txt`;
		const cors = { "access-control-allow-origin": "*" };
		for (const file of [
			{ content, truncated: false },
			{ content: "cut off", truncated: true, raw_url: raw },
		]) {
			const page = await browser.newPage();
			const problems: string[] = [];
			page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
			// GitHub, as it answers.
			await page.route(`https://api.github.com/gists/${gistId}`, (route) =>
				route.fulfill({ json: { files: { "session.ompshare.txt": file } }, headers: cors }),
			);
			await page.route(raw, (route) => route.fulfill({ body: content, headers: cors }));
			await page.goto(stdout.replace("localhost:7475", `127.0.0.1:${relay.port}`));
			await page.locator("#messages").getByText("Answer for the gist.").first().waitFor();
			expect(problems).toEqual([]);
			await page.close();
		}
	} finally {
		await browser.close();
	}
});

test("without gh a session goes to the server, and without both nothing is uploaded", async () => {
	const { omp, share } = await withGh('echo "To get started, please run: gh auth login" >&2; exit 4');
	await using _omp = omp;
	const alone = await share("--gist");
	expect(alone).toMatchObject({ exitCode: 1, stdout: "" });
	expect(alone.stderr).toContain(
		"No gist was made, since gh did not work (To get started, please run: gh auth login).",
	);
	await using relay = await startRelay(omp, [`--shares=${join(omp.home.path, "shares")}`]);
	const server = `http://127.0.0.1:${relay.port}/s`;
	await omp.home.write(".omp/agent/config.yml", `share: { serverUrl: "${server}", store: gist }\n`);
	await omp.home.write(".omp/agent/share-consent.json", JSON.stringify({ servers: [server] }));
	const { stdout, exitCode } = await share();
	expect(exitCode).toBe(0);
	expect(stdout).toStartWith(`${server}/s`);
});
