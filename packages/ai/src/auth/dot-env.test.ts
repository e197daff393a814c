import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadDotEnv, parseDotEnv } from "./dot-env.ts";

test(".env: names, quotes, comments and odd lines", () => {
	const text = [
		"# a comment",
		"",
		"PLAIN=one two",
		"  SPACED = padded  ",
		'DOUBLE="quoted # kept"',
		"SINGLE='it''s'",
		'UNEVEN="half',
		"EMPTY=",
		"NO_EXPANSION=$PLAIN",
		"EQUALS=a=b=c",
		"1BAD=x",
		"BAD-NAME=x",
		"NUL=a\0b",
		"export EXPORTED=x",
		"CRLF=yes\r",
	].join("\n");
	expect(parseDotEnv(text)).toEqual({
		PLAIN: "one two",
		SPACED: "padded",
		DOUBLE: "quoted # kept",
		SINGLE: "it''s",
		UNEVEN: '"half',
		EMPTY: "",
		NO_EXPANSION: "$PLAIN",
		EQUALS: "a=b=c",
		CRLF: "yes",
	});
});

test(".env: OMP_X also sets PI_X and replaces one of the same file", () => {
	expect(parseDotEnv("PI_SMOL_MODEL=old\nOMP_SMOL_MODEL=new\n")).toEqual({
		PI_SMOL_MODEL: "new",
		OMP_SMOL_MODEL: "new",
	});
});

test(".env: process, project, agent, config and home define in this order, and an empty value defines nothing", async () => {
	await using dir = await workspace({
		"project/.env": "FROM_PROCESS=project\nA=project\nEMPTY=\nSET_BUT_EMPTY=project\n",
		"agent/.env": "A=agent\nB=agent\nEMPTY=agent\n",
		"config/.env": "B=config\nC=config\n",
		"home/.env": "C=home\nD=home\n",
	});
	const host = {
		cwd: dir.file("project"),
		home: dir.file("home"),
		env: { FROM_PROCESS: "process", SET_BUT_EMPTY: "" },
	};
	expect(await loadDotEnv(host, dir.file("agent"), dir.file("config"))).toEqual({
		FROM_PROCESS: "process",
		SET_BUT_EMPTY: "project",
		A: "project",
		B: "agent",
		EMPTY: "agent",
		C: "config",
		D: "home",
	});
});
