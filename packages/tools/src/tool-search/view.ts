import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { ToolSearchDetails } from "./tool-index.ts";

export const toolSearchView = defineView<{ params: { query: string }; details: ToolSearchDetails }>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.search"),
	title: (params) => titleText(`Search tools: ${params.query ?? ""}`),
	result(output, { theme }) {
		const details = output.details;
		if (output.state === "failed" || !details) return output.text === "" ? [] : [output.text];
		if (details.tools.length === 0) return [theme.muted("nothing fits")];
		return details.tools.map(({ name, description }) => `${name} ${theme.muted(description.split("\n")[0] ?? "")}`);
	},
});
