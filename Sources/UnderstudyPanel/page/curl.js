// A request as a command for a shell.

const own = ['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding', 'expect', 'understudy-session'];

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that sends a request of the journal again, to a base URL. */
export function curl({ method, target, headers, text, base64, bodyLength, bodyTruncated }, base) {
	const words = ['curl --globoff --path-as-is'];
	if (method === 'HEAD') words.push('--head');
	else if (method !== 'GET' || bodyLength) words.push(`-X ${quoted(method)}`);
	words.push(quoted(base + target));
	for (const [name, value] of headers) {
		// curl leaves out a line without a value, unless a semicolon stands behind its name.
		if (!own.includes(name.toLowerCase())) words.push(`-H ${quoted(value ? `${name}: ${value}` : `${name};`)}`);
	}
	if (!bodyLength) return words.join(' ');
	if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push("-H 'Content-Type:'");
	const note = bodyTruncated ? '# The journal has the beginning of the body alone.\n' : '';
	// With an @ in front it would be the name of a file, and a shell knows no NUL.
	if (text !== undefined && !text.startsWith('@') && !text.includes('\0')) return `${note}${words.join(' ')} --data-binary ${quoted(text)}`;
	const data = base64 ?? btoa(String.fromCharCode(...new TextEncoder().encode(text)));
	return `${note}printf %s ${quoted(data)} | base64 -d | ${words.join(' ')} --data-binary @-`;
}
