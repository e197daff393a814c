import type { ToolSample } from "../view/tool-sample.ts";

export const generateImageSample: ToolSample = {
	args: { subject: "a red panda at a keyboard", style: "flat icon", aspect_ratio: "1:1" },
	done: {
		text: "OpenAI (gpt-image-1) made an image:\n/tmp/omp-image-4f1c2a9e.png (1024x1024)",
		details: {
			provider: "openai",
			model: "gpt-image-1",
			imageCount: 1,
			imagePaths: ["/tmp/omp-image-4f1c2a9e.png"],
			images: [{ mimeType: "image/png", width: 1024, height: 1024 }],
		},
	},
	failed: {
		text: "No image API credentials found. Set OPENAI_API_KEY, GEMINI_API_KEY, XAI_API_KEY or OPENROUTER_API_KEY.",
	},
};
