/** Models for classification and memory: the provider's small model, or a local one. */
export const localClassifierModels = [
	"online",
	"qwen3-1.7b",
	"llama3.2:3b",
	"gemma-3-1b",
	"qwen2.5-1.5b",
	"lfm2-1.2b",
] as const;
