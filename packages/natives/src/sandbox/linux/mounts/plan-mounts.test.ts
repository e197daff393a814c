import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { BoxPolicy } from "../../box-policy.ts";
import { parseSockets } from "./place.ts";
import { planMounts } from "./plan-mounts.ts";

const empty: BoxPolicy = {
	writable: [],
	readOnly: [],
	hidden: [],
	temporaryFolder: "/nowhere",
	visible: [],
	sockets: [],
	network: { kind: "off" },
	env: {},
};

async function planned(changes: (at: (path: string) => string) => Partial<BoxPolicy>, sockets: readonly string[] = []) {
	await using files = await workspace({
		"project/.git/hooks/a": "",
		"project/.git/config": "",
		"home/.ssh/id": "",
		"home/.netrc": "",
		"home/agent.sock": "",
	});
	await symlink(files.file("project"), files.file("link"));
	const at = (path: string) => files.file(path);
	const machine = { home: at("home"), runtimeFolder: undefined, sockets: sockets.map(at) };
	const { mounts, isRootWritable } = planMounts({ ...empty, ...changes(at) }, machine);
	const lines = mounts
		.filter(({ target }) => target.startsWith(files.path))
		.map(({ kind, target, readOnly, madeIn }) =>
			[kind, target.slice(files.path.length + 1), readOnly && "read-only", madeIn && `made in ${madeIn}`]
				.filter(Boolean)
				.join(" "),
		);
	return { lines, isRootWritable };
}

test("mounts: folders above protected names are mounts, so that they cannot be renamed", async () => {
	const { lines } = await planned((at) => ({
		writable: [at("link")],
		readOnly: [at("project/.git/hooks"), at("project/.git/config"), at("project/.env")],
	}));
	expect(lines).toEqual([
		"same project made in /tmp",
		"same project/.git",
		"same project/.git/hooks read-only",
		"same project/.git/config read-only",
	]);
});

test("mounts: what is hidden inside of what is writable is empty, and what is covered anyway needs nothing", async () => {
	const { lines } = await planned((at) => ({
		writable: [at("home")],
		hidden: [at("home/.ssh"), at("home/.netrc"), at("project")],
	}));
	expect(lines).toEqual(["same home made in /tmp", "empty home/.ssh read-only", "blank home/.netrc read-only"]);
});

test("mounts: sockets that others listen on are empty files, but those that are allowed", async () => {
	const refused = await planned((at) => ({ writable: [at("home")] }), ["home/agent.sock"]);
	expect(refused.lines).toEqual(["same home made in /tmp", "blank home/agent.sock read-only"]);
	const allowed = await planned(
		(at) => ({ writable: [at("home")], sockets: [at("home/agent.sock")] }),
		["home/agent.sock"],
	);
	expect(allowed.lines).toEqual(["same home made in /tmp", "same home/agent.sock"]);
});

test("mounts: the root can be writable", async () => {
	expect(await planned(() => ({ writable: ["/"] }))).toEqual({ lines: [], isRootWritable: true });
});

test("mounts: sockets are listed by their paths, without abstract and unnamed ones", () => {
	const text = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 16151 /run/a socket
0000000000000000: 00000002 00000000 00010000 0001 01 16152 @abstract
0000000000000000: 00000003 00000000 00000000 0001 03 16153
0000000000000000: 00000003 00000000 00000000 0001 03 16154 /run/a socket
`;
	expect(parseSockets(text)).toEqual(["/run/a socket"]);
});
