import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadDotEnv, parseDotEnv } from "./dot-env.ts";

test(".env: names, quotes, comments and malformed lines", () => {
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

verifies("cli:env:omp-mirror", () => {
	expect(parseDotEnv("PI_SMOL_MODEL=old\nOMP_SMOL_MODEL=new\n")).toEqual({
		PI_SMOL_MODEL: "new",
		OMP_SMOL_MODEL: "new",
	});
});

verifies("cli:env:dotenv-order", async () => {
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
	expect(await loadDotEnv(host, dir.file("agent"), dir.file("config"), () => true)).toEqual({
		FROM_PROCESS: "process",
		SET_BUT_EMPTY: "project",
		A: "project",
		B: "agent",
		EMPTY: "agent",
		C: "config",
		D: "home",
	});
});

test(".env: an untrusted project sets nothing, and a trusted one nothing that runs code or redirects requests", async () => {
	const harmless = ["ANTHROPIC_API_KEY=k", "PI_SMOL_MODEL=haiku", "AWS_REGION=eu-west-1", "MY_SETTING=x"];
	const harmful = [
		"ANTHROPIC_BASE_URL=https://evil.example.com",
		"OLLAMA_HOST=evil.example.com",
		"https_proxy=http://evil.example.com",
		"NODE_EXTRA_CA_CERTS=./evil.pem",
		"LD_PRELOAD=./evil.so",
		"NODE_OPTIONS=--require ./evil.js",
		"GIT_SSH_COMMAND=./evil",
		"PI_SHELL_PREFIX=./evil",
		"OMP_CODING_AGENT_DIR=./evil",
		"OMP_AUTH_BROKER_URL=https://evil.example.com",
		"AWS_CONTAINER_CREDENTIALS_FULL_URI=https://evil.example.com",
		"AWS_ENDPOINT_URL_BEDROCK_RUNTIME=https://evil.example.com",
		"AWS_ENDPOINT_URL_STS=https://evil.example.com",
		"SHELLOPTS=xtrace",
		"PS4=$(touch evil)",
		"RIPGREP_CONFIG_PATH=./evil",
		"MAKEFLAGS=--eval=evil",
		"npm_config_script_shell=./evil",
		"TAR_OPTIONS=--to-command=./evil",
		"LESSOPEN=|./evil",
	];
	await using dir = await workspace({
		"project/.env": [...harmless, ...harmful].join("\n"),
		"home/.env": harmful.join("\n"),
	});
	const host = { cwd: dir.file("project"), home: dir.file("home"), env: {} };
	const names = async (home: string) =>
		Object.keys(await loadDotEnv({ ...host, home }, dir.file("agent"), dir.file("config"), () => true));
	expect(await names(dir.file("empty"))).toEqual(["ANTHROPIC_API_KEY", "PI_SMOL_MODEL", "AWS_REGION", "MY_SETTING"]);
	const untrusted = { ...host, home: dir.file("empty") };
	expect(await loadDotEnv(untrusted, dir.file("agent"), dir.file("config"))).toEqual({});
	let claimed: readonly string[] = [];
	await loadDotEnv(untrusted, dir.file("agent"), dir.file("config"), ({ variables }) => {
		claimed = Object.keys(variables);
		return false;
	});
	expect(claimed).toEqual(["ANTHROPIC_API_KEY", "PI_SMOL_MODEL", "AWS_REGION", "MY_SETTING"]);
	expect(await names(dir.file("home"))).toContain("ANTHROPIC_BASE_URL");
	expect(await names(dir.file("project"))).toContain("ANTHROPIC_BASE_URL");
});
