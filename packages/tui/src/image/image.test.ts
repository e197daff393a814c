import { describe, expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { Rows } from "../testing/rows.ts";
import { showScreen } from "../testing/show.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import { Image } from "../widgets/image.ts";
import { fitCells } from "./fit-cells.ts";
import { ImageGallery } from "./image-gallery.ts";
import { detectImageProtocol, type ImageProtocol } from "./image-protocol.ts";
import { type ImageSource, imageLabel, readSize } from "./image-source.ts";
import { pngPixels } from "./png-pixels.ts";
import { drawSixel } from "./sixel-image.ts";

/** A PNG with one color. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

async function picture(width: number, height: number, type: "png" | "jpeg" | "webp" = "png"): Promise<ImageSource> {
	const image = new Bun.Image(Buffer.from(DOT, "base64")).resize(width, height);
	const bytes = await image[type]().bytes();
	return { name: "shot", mimeType: `image/${type}`, data: Buffer.from(bytes).toString("base64") };
}

async function showing(protocol: ImageProtocol | undefined, options: { maxImages?: number } = {}) {
	const gallery = new ImageGallery({
		protocol: () => protocol,
		cell: () => ({ width: 10, height: 20 }),
		maxImages: options.maxImages ?? 8,
		maxColumns: 100,
		maxRows: 20,
		onChange: () => show.screen.requestRender(),
	});
	const show = showScreen(new Rows(["chrome"]), { columns: 80, rows: 24, images: () => gallery });
	const add = async (source: ImageSource) => {
		show.transcript.append(new Image(source, { theme: plainTheme(), gallery }), { settled: true });
		await show.paint();
		return show.virtual.takeWritten();
	};
	show.screen.start();
	await show.paint();
	show.virtual.takeWritten();
	return { ...show, gallery, add };
}

const count = (text: string, part: string | RegExp) => text.split(part).length - 1;

describe("detection", () => {
	test("terminals are recognized by their environment, and the user's setting overrides it", () => {
		const found = [
			{ TERM: "xterm-kitty" },
			{ TERM_PROGRAM: "ghostty" },
			{ TERM_PROGRAM: "WezTerm" },
			{ TERM_PROGRAM: "iTerm.app" },
			{ TERM: "foot" },
			{ TERM: "xterm-256color" },
			{ TERM: "xterm-kitty", PI_FORCE_IMAGE_PROTOCOL: "none" },
			{ TERM: "xterm", PI_FORCE_IMAGE_PROTOCOL: "sixel" },
		].map((env) => detectImageProtocol(env, false));
		expect(found).toEqual([
			"kitty-placeholders",
			"kitty-placeholders",
			"kitty",
			"iterm2",
			"sixel",
			undefined,
			undefined,
			"sixel",
		]);
		expect(detectImageProtocol({ TERM: "xterm-kitty" }, true)).toBeUndefined();
		expect(detectImageProtocol({ PI_FORCE_IMAGE_PROTOCOL: "kitty" }, true)).toBe("kitty");
	});

	test("sizes are read from the headers of all formats; invalid data has none", async () => {
		const pictures = await Promise.all((["png", "jpeg", "webp"] as const).map((type) => picture(31, 17, type)));
		const gif = { name: "g", mimeType: "image/gif", data: Buffer.from("GIF89a\x1f\x00\x11\x00").toString("base64") };
		const rubbish = { name: "r", mimeType: "image/png", data: "AAAA" };
		expect([...pictures, gif].map(readSize)).toEqual(Array(4).fill({ width: 31, height: 17 }));
		expect([readSize(rubbish), imageLabel(rubbish)]).toEqual([undefined, "[Image: r png]"]);
	});

	test("an image keeps its aspect ratio within the available space", () => {
		const cell = { width: 10, height: 20 };
		const room = { columns: 40, rows: 20 };
		expect([
			fitCells({ width: 100, height: 100 }, cell, room),
			fitCells({ width: 4000, height: 1000 }, cell, room),
			fitCells({ width: 100, height: 4000 }, cell, room),
			fitCells({ width: 1, height: 1 }, cell, room),
		]).toEqual([
			{ columns: 10, rows: 5 },
			{ columns: 40, rows: 5 },
			{ columns: 1, rows: 20 },
			{ columns: 1, rows: 1 },
		]);
	});
});

describe("on screen", () => {
	verifies("tui:image:protocols", async () => {
		const source = await picture(100, 60);
		const written: Record<string, string> = {};
		for (const protocol of ["kitty-placeholders", "kitty", "iterm2", undefined] as const) {
			const { add, virtual } = await showing(protocol);
			written[protocol ?? "none"] = await add(source);
			if (protocol === undefined) expect(virtual.window()[0]).toBe("[Image: shot 100x60 png]");
			else expect(virtual.window()[3]).toBe("chrome");
		}
		expect(written["kitty-placeholders"]).toContain("\x1b_Ga=p,U=1,i=1,c=10,r=3,q=2\x1b\\");
		expect(written["kitty-placeholders"]).toContain("\u{10eeee}\u0312".slice(0, 2));
		expect(count(written["kitty-placeholders"] ?? "", "\u{10eeee}")).toBe(30);
		expect(written.kitty).toContain("\x1b7\x1b[2A\x1b[1G\x1b_Ga=p,i=1,p=1,c=10,r=3,C=1,q=2\x1b\\\x1b8");
		expect(written.iterm2).toContain(`width=10;height=3:${source.data}\x07\x1b8`);
		const sixel = await showing("sixel");
		expect(await later(sixel, await sixel.add(source), "\x1bP0;1")).toMatch(
			/\x1b7\x1b\[2A\x1b\[1G\x1bP0;1;0q"1;1;100;60#0;2;/,
		);
	});

	test("kitty receives the bytes of an image once, however often it is drawn", async () => {
		for (const protocol of ["kitty-placeholders", "kitty"] as const) {
			const { add, resize, virtual, paint } = await showing(protocol);
			let written = await add(await picture(100, 60));
			await resize(60, 20);
			await resize(8, 20);
			await paint();
			written += virtual.takeWritten();
			expect(count(written, "a=t,")).toBe(1);
		}
	});

	test("an image that was covered is redrawn, others are not", async () => {
		const { add, screen, virtual, paint } = await showing("iterm2");
		await add(await picture(100, 60));
		const overlay = screen.showOverlay(new Rows(["dialog"]), { width: 6, anchor: "top-left" });
		await paint();
		virtual.takeWritten();
		overlay.hide();
		await paint();
		expect(count(virtual.takeWritten(), "]1337;File")).toBe(1);
		await add(await picture(10, 20));
		await paint();
		expect(count(virtual.takeWritten(), "]1337;File")).toBe(0);
	});

	test("formats that kitty does not support are converted; undecodable images stay text", async () => {
		const shown = await showing("kitty-placeholders");
		const written = await shown.add(await picture(100, 60, "jpeg"));
		expect(shown.virtual.window().slice(0, 4)).toEqual(["[Image: shot 100x60 jpeg]", "", "", "chrome"]);
		expect(await later(shown, written, "a=t,")).toContain("a=t,f=100,i=1");
	});

	verifies("tui:image:eviction", async () => {
		const { add, gallery, screen, virtual } = await showing("kitty-placeholders", { maxImages: 2 });
		const first = await picture(100, 60);
		await add(first);
		await add(await picture(100, 40));
		expect(await add(await picture(100, 20))).toContain("\x1b_Ga=d,d=I,i=1,q=2\x1b\\");
		expect(gallery.drawRows(first, 80, "[first]")).toEqual(["[first]", "", ""]);
		expect(virtual.window().slice(0, 4)).toEqual(["[Image: shot 100x60 png]", "", "", ""]);
		const stopped = screen.stop();
		await virtual.settle();
		await stopped;
		expect(virtual.takeWritten()).toContain("\x1b_Ga=d,d=I,i=2,q=2\x1b\\\x1b_Ga=d,d=I,i=3,q=2\x1b\\");
	});
});

test("sixels define each color once and use run-length encoding", async () => {
	const { data } = await picture(20, 12);
	const pixels = pngPixels(Buffer.from(data, "base64"));
	expect({ ...pixels, rgba: [...pixels.rgba.slice(0, 4)] }).toEqual({ width: 20, height: 12, rgba: expect.any(Array) });
	expect(drawSixel({ width: 5, height: 7, rgba: new Uint8Array(5 * 7 * 4).fill(255) })).toBe(
		'\x1bP0;1;0q"1;1;5;7#0;2;100;100;100#0!5~-#0!5@-\x1b\\',
	);
});

/** Everything written until a given part appears. */
async function later(shown: Awaited<ReturnType<typeof showing>>, written: string, part: string): Promise<string> {
	let all = written;
	await until(async () => {
		await shown.paint();
		all += shown.virtual.takeWritten();
		return all.includes(part);
	});
	return all;
}
