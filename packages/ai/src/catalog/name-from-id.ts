const spelled: Readonly<Record<string, string>> = {
	gpt: "GPT",
	oss: "OSS",
	glm: "GLM",
	deepseek: "DeepSeek",
	minimax: "MiniMax",
	mimo: "MiMo",
	vl: "VL",
	ai: "AI",
	llama: "Llama",
};

/** A readable name for a model that comes without one. */
export function nameFromId(id: string): string {
	return id
		.slice(id.lastIndexOf("/") + 1)
		.replace(/(\d)p(?=\d)/g, "$1.")
		.split(/[-_\s]+/)
		.filter((word) => word !== "")
		.map((word) => spelled[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(" ");
}
