// A body as it is read best: JSON as a tree, a picture, digits, or text. Nothing in it is run.
import { bytes, div, h, on, p } from './dom.js';
import { read, tree } from './json.js';

const hexLimit = 65536;

/** The element of a body. `closing` takes what must be done when it is closed. */
export function bodyView(side, whose, closing) {
	if (!side.bodyLength) return p('faint', 'No body.');
	const type = (side.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '').split(';')[0].trim().toLowerCase();
	const facts = `${type || 'no content type'}, ${bytes(side.bodyLength)}${side.bodyTruncated ? ', of which the journal has the beginning (--journal-body)' : ''}`;
	return div('body', p('faint', facts), content(side, type, whose, closing));
}

function content({ text, base64, bodyTruncated }, type, whose, closing) {
	const data = text === undefined ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text);
	const plain = () => h('pre', { tabindex: 0 }, text ?? digits(data));
	if (type.startsWith('image/') && !bodyTruncated) {
		// A picture runs nothing, whatever its bytes are (HTML, 4.8.3).
		const url = URL.createObjectURL(new Blob([data], { type }));
		closing.push(() => URL.revokeObjectURL(url));
		const image = h('img', { src: url, alt: `The body of the ${whose}, ${type}` });
		on(image, 'error', () => image.replaceWith(text === undefined ? plain() : ''));
		return div('body', image, text !== undefined && plain());
	}
	const json = text !== undefined && (type.endsWith('json') || /^\s*[[{]/.test(text)) && read(text);
	return json ? div('json', tree(json)) : plain();
}

/** Sixteen bytes a line: place, digits, letters. */
function digits(data) {
	const lines = [];
	for (let start = 0; start < Math.min(data.length, hexLimit); start += 16) {
		const part = [...data.subarray(start, start + 16)];
		lines.push([start.toString(16).padStart(6, '0'), part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ').padEnd(47),
			part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')].join('  '));
	}
	return lines.join('\n') + (data.length > hexLimit ? '\n…' : '');
}
