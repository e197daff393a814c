import { shortDuration } from "@oh-my-pi/pi-utils/text/short-number";
import type { StatusSegment } from "./segment.ts";

export const timeSpentSegment: StatusSegment = {
	name: "time_spent",
	render: ({ activeMs }, { theme }) =>
		activeMs < 1000 ? undefined : theme.statusLineSpend(`${theme.symbol("icon.time")} ${shortDuration(activeMs)}`),
};

export const clockSegment: StatusSegment = {
	name: "time",
	render({ now }, { theme, options }) {
		const isTwelve = options.choice("format", ["12h", "24h"], "24h") === "12h";
		const date = new Date(now);
		const two = (count: number) => String(count).padStart(2, "0");
		const hours = isTwelve ? String(date.getHours() % 12 || 12) : two(date.getHours());
		const seconds = options.flag("showSeconds", false) ? `:${two(date.getSeconds())}` : "";
		const half = isTwelve ? (date.getHours() < 12 ? " am" : " pm") : "";
		return theme.statusLineSpend(`${hours}:${two(date.getMinutes())}${seconds}${half}`);
	},
};
