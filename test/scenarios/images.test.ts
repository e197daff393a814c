import { expect } from "bun:test";
import { imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

interface SentBlock {
	readonly type: string;
	readonly text?: string;
	readonly source?: { readonly media_type: string; readonly data: string };
}

verifies("cli:input:image-argument", async () => {
	await using omp = await ompProject({ replies: [text("A wall."), text("A wall."), text("A dot.")] });
	await omp.files.write("wall.png", solidPng(3000, 1500));
	await omp.files.write("dot.png", solidPng(300, 300));
	await omp.run(["-p", "@wall.png", "what is it?"]);
	await omp.files.write("plain.yml", "images: { autoResize: false }\n");
	await omp.run(["-p", "--config", "plain.yml", "@wall.png", "what is it?"]);
	await omp.run(["-p", "@dot.png", "what is it?"]);
	const seen = await Promise.all(
		omp.model.requests.map(async ({ messages }) => {
			const content = (messages as Array<{ content: SentBlock[] }>).flatMap((message) => message.content);
			const image = content.find((block) => block.type === "image")?.source;
			const { width, height } = await imageFacts(Buffer.from(image?.data ?? "", "base64"));
			const words = content.map((block) => block.text ?? "").join("");
			return [/<file name="(.+)">\[Image: (.+)\]<\/file>/.exec(words)?.slice(1), width, height];
		}),
	);
	const [wall, dot] = [omp.files.file("wall.png"), omp.files.file("dot.png")];
	expect(seen).toEqual([
		[[wall, "image/png, 3000x1500, shown at 2000x1000"], 2000, 1000],
		[[wall, "image/png, 3000x1500"], 3000, 1500],
		[[dot, "image/png, 300x300"], 300, 300],
	]);
});
