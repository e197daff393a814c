import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { readClipboardImage, readClipboardText, writeClipboard } from "./clipboard.ts";

/** A clipboard in a file; a fake `xclip` reads and writes it. */
async function clipboard() {
	const place = await workspace({
		xclip: `#!/bin/sh
case "$*" in
  *image/png*) exit 1 ;;
  *-o) cat "$CLIP" ;;
  *-i) cat > "$CLIP" ;;
esac
`,
	});
	await chmod(`${place.path}/xclip`, 0o755);
	const env = { PATH: `${place.path}:/usr/bin:/bin`, CLIP: `${place.path}/clip`, DISPLAY: ":0" };
	return { place, env };
}

test("clipboard: text is read and written through the desktop's program", async () => {
	const { place, env } = await clipboard();
	await using _ = place;
	expect(await writeClipboard("zwölf\nlines", env)).toBe(true);
	expect(await readClipboardText(env)).toBe("zwölf\nlines");
	expect(await readClipboardImage(env)).toBeUndefined();
});

test("clipboard: there is none without a desktop, and over ssh", async () => {
	const { place, env } = await clipboard();
	await using _ = place;
	const { DISPLAY: _display, ...bare } = env;
	for (const away of [bare, { ...env, SSH_CONNECTION: "10.0.0.1 22" }]) {
		expect(await writeClipboard("x", away)).toBe(false);
		expect(await readClipboardText(away)).toBeUndefined();
	}
});
