import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { writeClipboard } from "@oh-my-pi/pi-natives/clipboard";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { fitImage } from "@oh-my-pi/pi-natives/image/image";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { isExecutable } from "@oh-my-pi/pi-utils/process/is-executable";
import { extensionTheme } from "../../../features/extensions/api/extension-theme.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { processHost } from "../../../process/process-host.ts";
import type { ExtensionTheme } from "../../../workbench/contract/extension-host.ts";

/** Where omp keeps the settings and sessions of the user. */
export function getAgentDir(): string {
	return resolveDirectories(processHost()).agent;
}

/** Where omp is installed: the folder of the executable, or the package. */
export function getPackageDir(): string {
	// Extensions let everything in it be read, so it must not be a folder further up.
	if (isExecutable) return dirname(executablePath());
	const isSource = existsSync(join(import.meta.dir, "helpers.ts"));
	return isSource ? resolve(import.meta.dir, "../../../..") : dirname(import.meta.dir);
}

/** Frontmatter with its keys as they are written, and the rest of the file. */
export function parseFrontmatter(text: string): { frontmatter: Record<string, unknown>; body: string } {
	const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
	if (!match) return { frontmatter: {}, body: text };
	const fields: unknown = Bun.YAML.parse(match[1] ?? "");
	return { frontmatter: isRecord(fields) ? fields : {}, body: text.slice(match[0].length).trim() };
}

const queues = new Map<string, Promise<unknown>>();

/** Runs changes of one file one after the other, also when it is reached through links. */
export async function withFileMutationQueue<Result>(path: string, change: () => Promise<Result>): Promise<Result> {
	const key = await realpath(path).catch(() => resolve(path));
	const before = queues.get(key) ?? Promise.resolve();
	const mine = before.then(change, change);
	queues.set(key, mine);
	try {
		return await mine;
	} finally {
		if (queues.get(key) === mine) queues.delete(key);
	}
}

/** Throws where there is no clipboard. */
export async function copyToClipboard(text: string): Promise<void> {
	if (!(await writeClipboard(text, processHost().env))) throw new Error("No clipboard program was found");
}

export interface ResizedImage {
	/** Base64. */
	readonly data: string;
	readonly mimeType: string;
	readonly originalWidth: number;
	readonly originalHeight: number;
	readonly width: number;
	readonly height: number;
	readonly wasResized: boolean;
}

interface ImageLimits {
	readonly maxWidth?: number;
	readonly maxHeight?: number;
}

/** An image that models accept; `null` for what is no image. */
export async function resizeImage(
	image: Uint8Array | { readonly data: string; readonly mimeType: string },
	second?: string | ImageLimits,
	third?: ImageLimits,
): Promise<ResizedImage | null> {
	const limits = third ?? (typeof second === "object" ? second : undefined);
	const bytes = image instanceof Uint8Array ? image : Buffer.from(image.data, "base64");
	try {
		const fitted = await fitImage(bytes, {
			maxSide: Math.min(limits?.maxWidth ?? 2000, limits?.maxHeight ?? 2000),
			webp: false,
		});
		const { original, mimeType, width, height } = fitted;
		return {
			data: Buffer.from(fitted.bytes).toString("base64"),
			mimeType,
			originalWidth: original.width,
			originalHeight: original.height,
			width,
			height,
			wasResized: width !== original.width || height !== original.height,
		};
	} catch {
		return null;
	}
}

/** Narrows a `tool_call` event to one tool. */
export function isToolCallEventType(toolName: string, event: { readonly toolName: string }): boolean {
	return event.toolName === toolName;
}

/** The colors of the screen, for `Markdown`. */
export function getMarkdownTheme(): ExtensionTheme {
	return extensionTheme(screenStyle().theme);
}

/** A key and what it does, as hints show it. */
export function keyHint(action: string, description: string): string {
	const { theme, keymap } = screenStyle();
	return `${theme.dim(keymap.chordsFor(action)[0] ?? action)} ${theme.muted(description)}`;
}
