import { expect, test } from "bun:test";
import { solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const blind = ["-p", "--model", "acme/a-2"];
const seeing = ["-p", "--model", "acme/a-1"];
const inspect = (path: string) => toolCall("inspect_image", { i: "Looking", path, question: "What color?" });

interface Sent {
	readonly model: string;
	readonly messages: ReadonlyArray<{ readonly content: string | ReadonlyArray<Record<string, unknown>> }>;
	readonly tools?: ReadonlyArray<{ readonly name: string }>;
}

const sentBy = (omp: OmpProject) => omp.model.requests as unknown as readonly Sent[];
const toolsOf = (request: Sent | undefined) => request?.tools?.map(({ name }) => name) ?? [];
const lastResult = (omp: OmpProject) => JSON.stringify(sentBy(omp).at(-1)?.messages.at(-1));

verifies(
	"tools-code-web:inspect-image:ask",
	async () => {
		await using omp = await ompProject({
			replies: [inspect("dot.png"), text("It is red."), inspect("image://1"), text("Also red."), text("Red dots.")],
		});
		await omp.files.write("dot.png", solidPng(300, 200));
		await omp.files.write("other.png", solidPng(250, 250));
		const { stdout } = await omp.run([...blind, "@other.png", "what is dot.png?"]);
		expect(stdout).toBe("Red dots.\n");
		const [first, asked, second, askedAgain] = sentBy(omp);
		// The attachment cannot be seen, and the model is told how to ask.
		expect(JSON.stringify(first?.messages)).toContain(
			"[image://1, until the user attaches others: you cannot see it; ask about it with inspect_image]",
		);
		// One message: the image, then the question, and nothing of the conversation.
		expect(asked).toMatchObject({
			model: "a-1",
			messages: [
				{
					role: "user",
					content: [
						{ type: "image", source: { media_type: "image/png", data: solidPng(300, 200).toBase64() } },
						{ type: "text", text: "What color?" },
					],
				},
			],
		});
		expect(asked?.messages).toHaveLength(1);
		expect(toolsOf(asked)).toEqual([]);
		expect(JSON.stringify(second?.messages)).toContain("It is red.");
		expect(JSON.stringify(askedAgain?.messages)).toContain(solidPng(250, 250).toBase64());
		const session = JSON.stringify(await omp.sessions());
		expect(session).toContain('"details":{"model":"acme/a-1","imagePath":"image://1","mimeType":"image/png"');
	},
	20_000,
);

verifies(
	"tools-code-web:inspect-image:auto-mode",
	async () => {
		await using omp = await ompProject({ replies: Array.from({ length: 4 }, () => text("Hi.")) });
		const offered = async (args: readonly string[], mode?: string) => {
			await omp.files.write("mode.yml", mode === undefined ? "" : `inspect_image: { mode: "${mode}" }\n`);
			await omp.run([...args, "--config", "mode.yml", "hi"]);
			return toolsOf(sentBy(omp).at(-1)).includes("inspect_image");
		};
		expect(await offered(blind)).toBe(true);
		expect(await offered(seeing)).toBe(false);
		expect(await offered(seeing, "on")).toBe(true);
		expect(await offered(blind, "off")).toBe(false);
	},
	20_000,
);

verifies(
	"tools-files:read:image-metadata",
	async () => {
		const look = toolCall("read", { i: "Looking", path: "dot.png" });
		await using omp = await ompProject({ replies: [look, text("Metadata."), look, text("A dot.")] });
		await omp.files.write("dot.png", solidPng(300, 200));
		await omp.run([...blind, "look"]);
		expect(lastResult(omp)).toContain("- Size: 300x200");
		expect(lastResult(omp)).toContain("Call inspect_image with this path");
		await omp.run([...seeing, "look"]);
		expect(lastResult(omp)).toContain('"type":"image"');
	},
	20_000,
);

test("inspect_image says which model is missing or cannot see", async () => {
	await using omp = await ompProject({ replies: [inspect("dot.png"), text("No."), inspect("dot.png"), text("No.")] });
	await omp.files.write("dot.png", solidPng(3, 2));
	await omp.files.write("blind.yml", "modelRoles: { vision: acme/a-2 }\n");
	await omp.run([...blind, "--config", "blind.yml", "look"]);
	expect(lastResult(omp)).toContain(
		"Resolved model acme/a-2 does not support image input. Configure a vision-capable model for modelRoles.vision.",
	);
	await omp.files.write("blocked.yml", "images: { blockImages: true }\n");
	await omp.run([...blind, "--config", "blocked.yml", "look"]);
	expect(lastResult(omp)).toContain("Image submission is disabled by settings (images.blockImages=true).");
}, 30_000);

test("an attached image is a file for read and for commands", async () => {
	await using omp = await ompProject({
		replies: [
			toolCall("bash", { i: "Copying", command: "cp image://1 logo.png" }),
			toolCall("read", { i: "Looking", path: "attachment://1" }),
			text("Copied."),
		],
	});
	await omp.files.write("pasted.png", solidPng(300, 200));
	await omp.run([...seeing, "--auto-approve", "@pasted.png", "save it as logo.png"]);
	expect(await Bun.file(omp.files.file("logo.png")).bytes()).toEqual(new Uint8Array(solidPng(300, 200)));
	expect(lastResult(omp)).toContain("Read image file [image/png]");
}, 30_000);
