import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** The editor's edge tells how hard the model thinks. */
export function thinkingBorder(level: string, theme: Theme): Style {
	switch (level) {
		case "minimal":
			return theme.thinkingMinimal;
		case "low":
			return theme.thinkingLow;
		case "medium":
		case "auto":
			return theme.thinkingMedium;
		case "high":
			return theme.thinkingHigh;
		case "xhigh":
			return theme.thinkingXhigh;
		case "max":
			return theme.thinkingMax;
		default:
			return theme.thinkingOff;
	}
}
