import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { TerminalPort } from "./screen-ports.ts";

/** Lets the user change a text in an editor of their own; `undefined` when that ended without success. */
export async function editExternally(
	text: string,
	{ session, withoutScreen }: TerminalPort & { readonly session: OpenedConversation },
	options: { readonly name?: string } = {},
): Promise<string | undefined> {
	const { env } = session.host;
	const folder = await mkdtemp(join(env.TMPDIR || "/tmp", "omp-edit-"));
	const path = join(folder, options.name ?? "prompt.md");
	try {
		// Editors expect the last line to end, and programs that append would join it with theirs.
		await writeFile(path, text === "" || text.endsWith("\n") ? text : `${text}\n`, { mode: 0o600 });
		const editor = env.VISUAL || env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
		const exitCode = await withoutScreen(async () => {
			// The variable may hold arguments, as in `code --wait`.
			const child = Bun.spawn(["sh", "-c", `${editor} "$1"`, "sh", path], {
				cwd: session.folder.path,
				stdin: "inherit",
				stdout: "inherit",
				stderr: "inherit",
			});
			return child.exited;
		});
		return exitCode === 0 ? (await readFile(path, "utf8")).replace(/\n$/, "") : undefined;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
