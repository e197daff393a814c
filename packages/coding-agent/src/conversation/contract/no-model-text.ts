export const noModelText =
	"No model selected. Set a provider's key (for example ANTHROPIC_API_KEY), add a provider to models.yml, or choose a model with --model.";
