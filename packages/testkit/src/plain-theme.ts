import { parseTheme } from "@oh-my-pi/pi-tui/theme/parse-theme";
import { createTheme, type Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { TOKEN_GROUPS } from "@oh-my-pi/pi-tui/theme/tokens.data";

/** A theme without any colour or style, so that what a view says can be compared as text. */
export const plainTheme: Theme = withoutStyles(
	createTheme(
		parseTheme({
			name: "plain",
			colors: Object.fromEntries(
				Object.values(TOKEN_GROUPS)
					.flat()
					.map((token) => [token, ""]),
			),
		}),
		{ colorDepth: "256" },
	),
);

function withoutStyles(theme: Theme): Theme {
	const plain = (text: string) => text;
	const styles = ["bold", "faint", "italic", "underline", "strikethrough", "inverse"] as const;
	return { ...theme, ...Object.fromEntries(styles.map((style) => [style, plain])) };
}
