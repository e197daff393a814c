/** A program that reads or writes the clipboard. */
interface ClipboardProgram {
	/** Used only if this variable is set. */
	readonly needs?: string;
	readonly readText: readonly string[];
	readonly readImage?: readonly string[];
	readonly write: readonly string[];
}

const programs: readonly ClipboardProgram[] = [
	{
		needs: "WAYLAND_DISPLAY",
		readText: ["wl-paste", "--no-newline"],
		readImage: ["wl-paste", "--type", "image/png"],
		write: ["wl-copy"],
	},
	{
		needs: "DISPLAY",
		readText: ["xclip", "-selection", "clipboard", "-o"],
		readImage: ["xclip", "-selection", "clipboard", "-t", "image/png", "-o"],
		write: ["xclip", "-selection", "clipboard", "-i"],
	},
	{ needs: "DISPLAY", readText: ["xsel", "--clipboard", "--output"], write: ["xsel", "--clipboard", "--input"] },
	{ readText: ["pbpaste"], readImage: ["pngpaste", "-"], write: ["pbcopy"] },
	{ readText: ["powershell.exe", "-NoProfile", "-Command", "Get-Clipboard"], write: ["clip.exe"] },
];

type Env = Readonly<Record<string, string | undefined>>;

const timeoutMs = 3000;

/** The text on the clipboard; `undefined` if it cannot be read. */
export async function readClipboardText(env: Env): Promise<string | undefined> {
	for (const program of present(env)) {
		const bytes = await output(program.readText, env);
		if (bytes) return new TextDecoder().decode(bytes);
	}
	return undefined;
}

/** The image on the clipboard as bytes of a file; `undefined` when there is none. */
export async function readClipboardImage(env: Env): Promise<Uint8Array | undefined> {
	for (const { readImage } of present(env)) {
		const bytes = readImage && (await output(readImage, env));
		if (bytes && bytes.length > 0) return bytes;
	}
	return undefined;
}

/** False when no program here can write it; the terminal may still be able to. */
export async function writeClipboard(text: string, env: Env): Promise<boolean> {
	for (const { write } of present(env)) {
		try {
			const child = Bun.spawn([...write], { env, stdin: new Blob([text]), stdout: "ignore", stderr: "ignore" });
			if ((await child.exited) === 0) return true;
		} catch {
			// Try the next program.
		}
	}
	return false;
}

/** Over ssh, the user's clipboard is on another machine. */
function present(env: Env): ClipboardProgram[] {
	if (env.SSH_CONNECTION) return [];
	return programs.filter(({ needs, write }) => {
		const hasDisplay = needs === undefined || Boolean(env[needs]);
		return hasDisplay && Bun.which(write[0] ?? "", { PATH: env.PATH ?? "" }) !== null;
	});
}

async function output(command: readonly string[], env: Env): Promise<Uint8Array | undefined> {
	try {
		const child = Bun.spawn([...command], {
			env,
			stdin: "ignore",
			stdout: "pipe",
			stderr: "ignore",
			timeout: timeoutMs,
		});
		const [bytes, code] = await Promise.all([new Response(child.stdout).bytes(), child.exited]);
		return code === 0 ? bytes : undefined;
	} catch {
		return undefined;
	}
}
