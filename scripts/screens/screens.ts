/**
 * Takes the screenshots of the documentation: runs omp in a real terminal with a scripted model. Arguments are names of
 * scenes, default all. Needs Chromium and the fonts DejaVu, Noto Color Emoji and Noto Sans Symbols 2. Those that are not
 * installed can be given as folders with CSS from packages such as `@fontsource/noto-emoji`: FONTS=folder:folder.
 */
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { chromium } from "playwright-core";
import { repositoryRoot } from "../repository-root.ts";
import type { Scene } from "./scene.ts";
import { scenes } from "./scenes.ts";
import { takePicture } from "./take-picture.ts";
import { terminalHtml } from "./terminal-html.ts";

const projectFolder = "code/greeter";
const maxBytes = 100 * 1024;
const folder = join(repositoryRoot, "docs/screens");

async function written(scene: Scene): Promise<string> {
	const { cols, rows, files = {}, replies, otherwise, config, args = [] } = scene;
	const env = {
		// Most scenes begin after the first start, which asks for the approval mode.
		...(!scene.isFirstStart && { OMP_SKIP_SETUP: "1" }),
		...scene.env,
		...(scene.isLight && { COLORFGBG: "0;15" }),
	};
	await using omp = await ompProject({
		...(replies && { replies }),
		...(otherwise && { otherwise }),
		connected: !scene.isFirstStart,
	});
	const path = join(omp.home.path, projectFolder);
	for (const [name, content] of Object.entries(files)) await omp.home.write(join(projectFolder, name), content);
	if (config) await omp.home.write(".omp/agent/config.yml", config);
	const project = { omp, path, git: (...words: string[]) => omp.home.git("-C", path, ...words) };
	await scene.prepare?.(project);
	// As chosen at the first start; a scene may have another.
	const mode = args.some((arg) => arg === "--yolo" || arg === "--approval-mode") ? [] : ["--approval-mode", "auto"];
	await using terminal = ptyRun([...omp.command, ...mode, ...args], {
		cols,
		rows,
		cwd: path,
		env: { ...omp.env, ...env },
	});
	await scene.play(terminal, project);
	return terminal.output();
}

function pictureOptions({ cols, rows, isLight }: Scene) {
	return { cols, rows, isLight: isLight === true, fonts };
}

/** A font as CSS that needs no other file. */
async function embeddedFont(folder: string, index: number): Promise<string> {
	const css = await readFile(join(folder, "400.css"), "utf8");
	const faces = css.matchAll(/url\(\.\/(files\/[^)]+\.woff2)\)[^}]*?(unicode-range:[^;}]+)/g);
	const rules = await Promise.all(
		[...faces].map(async ([, file = "", range = ""]) => {
			const data = (await readFile(join(folder, file))).toString("base64");
			return `@font-face{font-family:Extra${index};src:url(data:font/woff2;base64,${data});${range}}`;
		}),
	);
	return rules.join("");
}

function withVariants(scene: Scene): Scene[] {
	if (scene.narrowRows === undefined) return [scene];
	const light: Scene = { ...scene, name: `${scene.name}-light`, isLight: true };
	return [scene, light, { ...scene, name: `${scene.name}-40`, cols: 40, rows: scene.narrowRows }];
}

const fonts = (await Promise.all((process.env.FONTS?.split(":") ?? []).map(embeddedFont))).join("");
const wanted = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
await mkdir(folder, { recursive: true });
for (const scene of scenes.flatMap(withVariants)) {
	if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
	const path = join(folder, `${scene.name}.png`);
	await takePicture(browser, await terminalHtml(await written(scene), pictureOptions(scene)), path);
	const { size } = await stat(path);
	console.log(`${scene.name}.png ${Math.round(size / 1024)} KB${size > maxBytes ? " (too large)" : ""}`);
}
await browser.close();
