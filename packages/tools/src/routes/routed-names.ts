import type { Route, RouteCall } from "@oh-my-pi/pi-agent-core/tools/route-call";
import { plainToolName } from "@oh-my-pi/pi-utils/text/tool-name";
import { routeHub } from "./route-hub.ts";

type Fields = Record<string, unknown>;

/** Names that say more than which tool is meant, or that stand for several; plain, as `plainToolName` gives them. */
const routes: Readonly<Record<string, (args: Fields) => Route>> = {
	hub: routeHub,
	python: inLanguage("py"),
	ipython: inLanguage("py"),
	js: inLanguage("js"),
	javascript: inLanguage("js"),
	killshell: endsJob,
	killbash: endsJob,
};

export function routedCall({ name, arguments: args }: Parameters<RouteCall>[0]): Route | undefined {
	const plain = plainToolName(name);
	return Object.hasOwn(routes, plain) ? routes[plain]?.(args) : undefined;
}

function inLanguage(language: "py" | "js"): (args: Fields) => Route {
	return (args) => {
		const saysIt = ["language", "lang", "__rawJson"].some((name) => name in args);
		return { name: "eval", ...(!saysIt && { arguments: { ...args, language } }) };
	};
}

function endsJob({ shell_id, bash_id, id = shell_id ?? bash_id, ...rest }: Fields): Route {
	return { name: "job", arguments: id === undefined ? rest : { ...rest, cancel: [id] } };
}
