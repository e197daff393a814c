import { symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { decideCommand } from "../../verdict/command-decision.ts";
import { gitWorkTree } from "../../work-tree/git-work-tree.ts";

/**
 * A home folder with stored keys and a project in it, as they look in the middle of a day: files that are committed, changed, new
 * and ignored, installed packages, and links to the home folder.
 */
export async function openDesk() {
	const desk = await workspace({
		"p/package.json": "{}",
		"p/.gitignore": "dist/\nnode_modules/\ncoverage/\n*.log\n.env\nkeys\nhh\n",
		...files(
			"p",
			"src/index.ts src/util.ts src/dirty.ts src/parser.ts README.md docs/guide.md scripts/build.sh app.db Makefile",
		),
		...files("p", "packages/web/package.json packages/web/dist/x.js packages/api/package.json data.txt"),
		...files("p", "dist/app.js coverage/index.html debug.log .env"),
		...files("p/node_modules/.bin", "tsc eslint prettier vitest jest playwright biome prisma"),
		...files(
			".",
			".omp/agent/agent.db .omp/agent/agent.db-wal .omp/agent/config.yml .omp/agent/mcp-auth.db .omp/auth-broker.token",
		),
		...files(".", ".ssh/id_rsa .ssh/id_rsa.pub .ssh/config .bashrc"),
	});
	const project = desk.file("p");
	const git = (args: readonly string[], cwd: string) => runGit(args, { cwd, env: process.env });
	await git(["init", "-q", "-b", "main"], project);
	await git(["add", "-A"], project);
	await git(["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "start"], project);
	await desk.write("p/src/dirty.ts", "changed\n");
	await desk.write("p/src/new.ts", "new\n");
	await desk.write("p/notes.md", "new\n");
	await symlink(desk.file(".omp"), desk.file("p/keys"));
	await symlink(desk.path, desk.file("p/hh"));
	const tree = gitWorkTree({
		async git(args, folder) {
			const { code, stdout } = await git(args, folder);
			return { code, stdout: stdout.toString() };
		},
	});
	const place = { home: desk.path, cwd: project, project };
	return {
		...desk,
		[Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
		/** What is done about a line in mode `write`: nothing, a question, a question in every mode, a refusal. */
		async decide(line: string): Promise<"free" | "ask" | "ask always" | "refused"> {
			const decision = decideCommand(inDesk(line, desk.path), place);
			if (decision.kind === "allowed") return "free";
			if (decision.kind === "refused") return "refused";
			if (decision.losses && (await tree.losses(decision.losses)) === undefined) return "free";
			return decision.when.startsWith("always") ? "ask always" : "ask";
		},
	};
}

function files(folder: string, names: string): Record<string, string> {
	return Object.fromEntries(names.split(" ").map((name) => [`${folder}/${name}`, `${name}\n`]));
}

/** Lines name the home folder as `/root` or `/home/me`. */
function inDesk(line: string, home: string): string {
	return line.replace(/\/root\b|\/home\/me(?!\/p)/g, home).replace(/\/home(?=\s|$)/g, dirname(home));
}
