import { expect, test } from "bun:test";
import * as nodeFiles from "node:fs/promises";
import { join } from "node:path";
import { JudgedPaths } from "@oh-my-pi/pi-policy/files/judged-paths";
import { writeApproval } from "@oh-my-pi/pi-policy/files/write-approval";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { commitChanges } from "./commit-changes.ts";
import { makeChanges } from "./make-changes.ts";
import { type MutationPorts, pathBase } from "./ports.ts";
import { resolveTarget } from "./target.ts";

/** A project with a link that leads into it, and a folder beside it. */
async function project(): Promise<Workspace> {
	const dir = await workspace({ "project/inside/keep": "", "outside/keep": "" });
	await nodeFiles.symlink(dir.file("project/inside"), dir.file("project/link"));
	return dir;
}

async function leadTo(dir: Workspace, folder: string): Promise<void> {
	const fresh = dir.file("project/fresh");
	await nodeFiles.symlink(dir.file(folder), fresh);
	await nodeFiles.rename(fresh, dir.file("project/link"));
}

function portsIn(dir: Workspace): MutationPorts {
	const snapshots = { versions: () => [], record: () => undefined, forget() {}, move() {} };
	return {
		cwd: () => dir.file("project"),
		home: dir.path,
		snapshots: snapshots as unknown as MutationPorts["snapshots"],
		judged: new JudgedPaths(),
	};
}

const call = { id: "call", signal: new AbortController().signal };
const namesIn = async (dir: Workspace, folder: string) => (await nodeFiles.readdir(dir.file(folder))).sort();

test("a link that changed since the call was judged is not written through", async () => {
	await using dir = await project();
	const ports = portsIn(dir);
	expect(writeApproval(["link/new"], pathBase(ports))).toBe("write");
	await leadTo(dir, "outside");
	const write = () =>
		makeChanges([{ target: resolveTarget("link/new", ports), after: "text" }], ports, { call, tool: "write" });
	await expect(write()).rejects.toThrow("link/new leads to another place than when the call was judged");
	expect(await namesIn(dir, "outside")).toEqual(["keep"]);
	// The next call is judged anew.
	expect(writeApproval(["link/new"], pathBase(ports))).toMatchObject({ override: true });
	await write();
	expect(await namesIn(dir, "outside")).toEqual(["keep", "new"]);
});

test("a folder that becomes a link during the write does not lead it elsewhere", async () => {
	await using dir = await project();
	const path = dir.file("project/inside/new");
	const swap = async () => {
		await nodeFiles.rename(dir.file("project/inside"), dir.file("project/moved"));
		await nodeFiles.symlink(dir.file("outside"), dir.file("project/inside"));
	};
	await commitChanges([{ kind: "write", path, shownPath: "inside/new", content: "text" }], {
		...nodeFiles,
		async link(from, to) {
			await swap();
			return nodeFiles.link(from, to);
		},
	});
	expect(await namesIn(dir, "outside")).toEqual(["keep"]);
	expect(await namesIn(dir, "project/moved")).toEqual(["keep", "new"]);
});

test("of many writes while another process swaps the link all the time, none lands outside", async () => {
	await using dir = await project();
	const ports = portsIn(dir);
	await using swapper = Bun.spawn({
		cmd: [process.execPath, "-e", swapperScript, dir.file("project"), dir.file("project/inside"), dir.file("outside")],
		stdout: "pipe",
		stderr: "inherit",
	});
	// It says when it has begun.
	await swapper.stdout.getReader().read();
	const endings = { written: 0, refused: 0, asked: 0 };
	for (let count = 0; count < 600; count++) {
		const path = `link/sub-${count}/new-${count}`;
		if (writeApproval([path], pathBase(ports)) !== "write") {
			endings.asked++;
			ports.judged?.forget(join(dir.file("project"), path));
			continue;
		}
		const made = makeChanges([{ target: resolveTarget(path, ports), after: "text" }], ports, { call, tool: "write" });
		await made.then(
			() => endings.written++,
			(error) => {
				expect(String(error)).toMatch(/leads to another place|already exists/);
				endings.refused++;
			},
		);
	}
	swapper.kill();
	await swapper.exited;
	expect(endings.written + endings.refused + endings.asked).toBe(600);
	expect(await nodeFiles.readdir(dir.file("outside"), { recursive: true })).toEqual(["keep"]);
}, 60_000);

test("the folders of local:// are the user's alone, whatever the umask", async () => {
	await using dir = await project();
	const before = process.umask(0);
	try {
		const ports = { ...portsIn(dir), localRoot: () => dir.file("session/local") };
		const target = resolveTarget("local://notes/plan.md", ports);
		await makeChanges([{ target, after: "text" }], ports, { call, tool: "write" });
	} finally {
		process.umask(before);
	}
	const modes = ["session", "session/local", "session/local/notes"].map(async (folder) => {
		return ((await nodeFiles.stat(dir.file(folder))).mode & 0o777).toString(8);
	});
	expect(await Promise.all(modes)).toEqual(["700", "700", "700"]);
});

const swapperScript = `
const { renameSync, symlinkSync } = require("node:fs");
const [folder, inside, outside] = process.argv.slice(1);
console.log("begun");
for (let count = 0; ; count++) {
	symlinkSync(count % 2 ? inside : outside, folder + "/next");
	renameSync(folder + "/next", folder + "/link");
}
`;
