import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { OpenBox } from "../box/open-box.ts";

export interface CheckResult {
	readonly isHeld: boolean;
	readonly text: string;
}

interface Attempt {
	readonly text: string;
	readonly command: string;
	/** Whether it is to succeed. */
	readonly works?: boolean;
}

/** Tries what the box must refuse, and what must work in it, for real. Nothing is left behind. */
export async function checkBox({ box }: OpenBox, host: Host): Promise<readonly CheckResult[]> {
	const place = mkdtempSync(join(host.home, ".omp-sandbox-check-"));
	const server = createServer((socket) => socket.end("reached"));
	const port = await listening(server);
	try {
		const project = join(place, "project");
		await Bun.write(join(project, ".git", "config"), "[core]\n");
		await Bun.write(join(project, ".env"), "A=1\n");
		writeFileSync(join(place, "neighbor"), "here\n");
		const inBox = box.enter(project);
		if (!inBox) return [{ isHeld: false, text: "programs enter the sandbox" }];
		const run = async (command: string) => {
			const child = Bun.spawn([...inBox(["/bin/sh", "-c", command])], {
				cwd: project,
				env: { ...host.env },
				stdin: "ignore",
				stdout: "ignore",
				stderr: "ignore",
				timeout: attemptMs,
			});
			return (await child.exited) === 0;
		};
		const results: CheckResult[] = [];
		for (const { text, command, works = false } of attempts(box.policy(project), { place, port, pid: process.pid })) {
			results.push({ isHeld: (await run(command)) === works, text: works ? `works: ${text}` : `refused: ${text}` });
		}
		return results;
	} finally {
		server.close();
		rmSync(place, { recursive: true, force: true });
	}
}

const attemptMs = 15_000;

function attempts(
	{
		writable,
		hidden,
		temporaryFolder,
	}: { writable: readonly string[]; hidden: readonly string[]; temporaryFolder: string },
	{ place, port, pid }: { readonly place: string; readonly port: number; readonly pid: number },
): readonly Attempt[] {
	const mayWrite = writable.length > 0;
	const readable = hidden.map((path) => `[ -d '${path}' ] && ls -A '${path}' | grep -q . || [ -s '${path}' ]`);
	return [
		{ text: "writing in the workspace", command: "echo a > made && mkdir folder && mv made folder/", works: mayWrite },
		{ text: "writing to the temporary folder", command: 'echo a > "$TMPDIR/made"', works: true },
		{ text: "starting programs and pipes", command: "echo a | cat | grep -q a", works: true },
		{ text: "reading outside the workspace", command: `cat ${place}/neighbor`, works: true },
		{ text: "writing outside the workspace", command: `echo a > ${place}/neighbor` },
		{ text: "making a file outside the workspace", command: `: > ${place}/made` },
		{ text: "writing outside through a link", command: `ln -s ${place}/neighbor link; echo a > link` },
		{ text: "writing to /etc and /usr", command: ": > /etc/omp-check || : > /usr/omp-check" },
		{ text: "changing .git/config", command: "echo a >> .git/config" },
		{ text: "changing .env", command: "echo a >> .env" },
		{ text: "renaming .git away", command: "mv .git other" },
		{ text: "reading credentials and histories", command: readable.join(" || ") || "false" },
		{ text: "reading the policy of the sandbox", command: `cat '${temporaryFolder}/../policies/'*` },
		{ text: "killing omp", command: `kill -9 ${pid}` },
		{ text: "reading the environment of omp", command: `tr -d '\\0' < /proc/${pid}/environ | grep -q .` },
		{
			text: "connecting to this machine past the proxy",
			command: `exec 3<>/dev/tcp/127.0.0.1/${port}`.replace(/^/, "bash -c '").concat("'"),
		},
		{ text: "mounting a file system", command: "mount -t tmpfs none /mnt" },
		{ text: "new namespaces", command: "unshare -r true" },
		{ text: "changing the host's name", command: "echo x > /proc/sys/kernel/hostname" },
	];
}

function listening(server: ReturnType<typeof createServer>): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", reject).listen(0, "127.0.0.1", () => {
			const address = server.address();
			resolve(typeof address === "object" && address ? address.port : 0);
		});
	});
}
