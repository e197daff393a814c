/** Programs that take their arguments for text, names or addresses, and run none of them. */
export const textPrograms: ReadonlySet<string> = new Set(
	`echo printf cat grep egrep fgrep zgrep rg ag ack git gh glab hub info help which whereis type apropos whatis touch
	mkdir ls test [ [[ export declare local readonly typeset read unset set shift return exit cd pushd dnf yum pacman
	brew npm yarn pnpm pip pip3 cargo go curl wget http mail sendmail mutt notify-send logger say wall write jira tee wc diff
	cmp sort uniq head tail file stat basename dirname realpath readlink date expr let seq sleep wait jobs fg bg
	kill pkill killall pgrep ps claude codex gemini aider llm ollama figlet cowsay toilet base64 md5sum sha256sum cut tr rev
	tac fold column paste join comm nl od hexdump xxd strings open xdg-open pbcopy xclip wl-copy qrencode todo task
	`
		.trim()
		.split(/\s+/),
);

/** Options whose value is text for people, whatever the program. */
export const namedText =
	/^(?:-m|-am|-t|--(?:message|title|body|description|desc|comment|subject|note|notes|text|label|summary|prompt|reason|name|grep|pattern|query|search))$/;
