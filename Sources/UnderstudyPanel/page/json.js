// JSON as a tree that folds, with all digits of numbers and repeated names, which JSON.parse loses.
import { button, counted, div, h, on, span } from './dom.js';

const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))\s*/y;

/** The tree of a text; null where it is not JSON. */
export function read(text) {
	try {
		JSON.parse(text);
		token.lastIndex = 0;
		return value(text, next(text));
	} catch {
		return null;
	}
}

function next(text) {
	const [, mark, string, number, word] = token.exec(text);
	return { text: mark ?? string ?? number ?? word, kind: mark ?? (string ? 'string' : number ? 'number' : 'word') };
}

function value(text, first) {
	if (first.kind !== '{' && first.kind !== '[') return first;
	const members = [];
	for (let part = next(text); part.kind !== '}' && part.kind !== ']'; part = next(text)) {
		if (part.kind === ',') continue;
		if (first.kind === '[') members.push({ name: String(members.length), value: value(text, part) });
		else {
			next(text);
			members.push({ name: part.text, value: value(text, next(text)) });
		}
	}
	return { ...first, members };
}

const page = 200;

/** The element of a tree, open for so many levels; the rest is made when it is opened. */
export function tree({ kind, text, members }, levels = 2, name = undefined) {
	const label = name === undefined ? [] : [span('key', name), ': '];
	const end = kind === '{' ? '}' : ']';
	if (!members) return div('leaf', label, span(kind, text));
	if (members.length === 0) return div('leaf', label, kind + end);
	const inside = div('inside');
	let made = 0;
	const more = () => {
		inside.append(...members.slice(made, made += page).map((member) => tree(member.value, levels - 1, member.name)));
		const rest = button(`${members.length - made} more`, () => { rest.remove(); more(); }, { class: 'plain' });
		if (made < members.length) inside.append(rest);
	};
	const details = h('details', {}, h('summary', {}, label, kind, span('folded', ` ${counted(members.length, 'member')} ${end}`)), inside);
	on(details, 'toggle', () => { if (!made) more(); });
	if (levels > 0) more();
	details.open = levels > 0;
	return details;
}
