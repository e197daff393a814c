import { expect, test } from "bun:test";
import { imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { noisePng, solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import type { ImageService, VisionService } from "../services/services.ts";
import { type InspectImageDeps, inspectImageTool } from "./inspect-image.ts";

type Question = Parameters<NonNullable<VisionService["ask"]>>[0];

/** The tool in a folder, with a model that answers with what it was asked. */
function inspecting(
	folder: string,
	images: Partial<ImageService & VisionService> = {},
	deps: Partial<InspectImageDeps> = {},
) {
	const services = testServices(folder);
	const asked: Question[] = [];
	const ask: VisionService["ask"] = async (question) => {
		asked.push(question);
		return { text: ` I see: ${question.question}\n`, model: "acme/eyes" };
	};
	const tool = inspectImageTool({
		workspace: services.workspace,
		images: { ...services.images, ...images },
		vision: { ...services.vision, ask, ...images },
		mode: () => "on",
		timeoutMs: () => 0,
		...deps,
	});
	return { tool, asked };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

test("inspect_image: files go by content, and large ones are shrunk", async () => {
	await using project = await workspace({ "no-extension": solidPng(30, 20), "big.png": noisePng(1700, 600) });
	const { tool, asked } = inspecting(project.path);
	expect(await runTool(tool, { path: "no-extension", question: "what?" })).toEqual({
		content: "I see: what?",
		details: { model: "acme/eyes", imagePath: project.file("no-extension"), mimeType: "image/png" },
	});
	expect(asked[0]?.data).toBe(base64(solidPng(30, 20)));
	await runTool(tool, { path: "big.png", question: "what?" });
	const sent = Buffer.from(asked[1]?.data ?? "", "base64");
	const { width, height, mimeType } = await imageFacts(sent);
	expect([mimeType, width <= 1568, height <= 600, sent.length <= 500 * 1024]).toEqual(["image/webp", true, true, true]);
	const { workspace: place } = testServices(project.path);
	const plain = inspecting(project.path, {}, { workspace: { ...place, env: { OMP_NO_WEBP: "1" } } });
	await runTool(plain.tool, { path: "big.png", question: "what?" });
	expect(plain.asked[0]?.mimeType).toBe("image/jpeg");
	const whole = inspecting(project.path, { autoResize: false });
	await runTool(whole.tool, { path: "big.png", question: "what?" });
	expect(whole.asked[0]).toMatchObject({ mimeType: "image/png", data: base64(noisePng(1700, 600)) });
});

test("inspect_image: attachments are found by position and by the number of their marker", async () => {
	await using project = await workspace();
	const [first, second] = [solidPng(1, 1), solidPng(2, 2)].map((png) => ({ data: base64(png), mimeType: "image/png" }));
	if (!first || !second) throw new Error("no images");
	const attached = () => ({ images: [first, second], text: "compare [Image #2, 2x2] with [Image #1, 1x1]" });
	const { tool, asked } = inspecting(project.path, { attached });
	const seen = async (path: string) => {
		const { details } = await runTool(tool, { path, question: "?" });
		return [details?.imagePath, asked.at(-1)?.data === first.data ? "first" : "second"];
	};
	expect(await seen("image://1")).toEqual(["image://1", "first"]);
	expect(await seen("attachment://2")).toEqual(["image://2", "second"]);
	expect(await seen("Image #2")).toEqual(["image://1", "first"]);
	expect(await seen("[Image #1, 1x1]")).toEqual(["image://2", "second"]);
	expect(runTool(tool, { path: "image://3", question: "?" })).rejects.toThrow(
		"image://3 is not there: there are image://1 to image://2.",
	);
	const { tool: none } = inspecting(project.path);
	expect(runTool(none, { path: "Image #1", question: "?" })).rejects.toThrow("the user has attached no images");
});

verifies("tools-code-web:inspect-image:errors", async () => {
	await using project = await workspace({
		"a.png": solidPng(3, 2),
		"b.png": "not an image",
		"h.png": Buffer.concat([solidPng(10, 10), Buffer.alloc(21 * 1024 * 1024)]),
		"broken.png": solidPng(300, 200).slice(0, 20),
	});
	const problem = async (
		path: string,
		images: Partial<ImageService & VisionService> = {},
		deps: Partial<InspectImageDeps> = {},
	) => {
		const { tool } = inspecting(project.path, images, deps);
		return runTool(tool, { path, question: "?" }).then(
			() => "no problem",
			(error: Error) => error.message,
		);
	};
	expect(await problem("a.png")).toBe("no problem");
	expect(await problem("a.png", { blocked: true })).toStartWith(
		"Image submission is disabled by settings (images.blockImages=true).",
	);
	expect(await problem("b.png")).toBe(
		"inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content.",
	);
	expect(await problem("h.png")).toBe("Image file too large: 21.0MB exceeds 20.0MB limit.");
	expect(await problem("broken.png")).toStartWith("Cannot decode image 'broken.png'");
	expect(await problem("gone.png")).toContain("gone.png");
	expect(await problem("a.png", { ask: async () => ({ text: " \n", model: "m" }) })).toBe(
		"inspect_image model returned no text output.",
	);
	const never: VisionService["ask"] = (_question, signal) => raceAbort(new Promise(() => {}), signal);
	expect(await problem("a.png", { ask: never }, { timeoutMs: () => 5 })).toBe(
		"inspect_image timed out after 0.005 s (inspect_image.timeoutMs).",
	);
	const stop = new AbortController();
	const running = runTool(
		inspecting(project.path, { ask: never }).tool,
		{ path: "a.png", question: "?" },
		{ signal: stop.signal },
	);
	stop.abort(new Error("stopped"));
	expect(running).rejects.toThrow("stopped");
	// No model, and one that does not see: see the scenario with a real session.
});
