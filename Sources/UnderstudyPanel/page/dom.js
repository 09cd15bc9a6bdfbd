// Elements are made here alone, of no string: what requests, routes and errors say becomes text.

export const $ = (id) => document.getElementById(id);

/** Has an action run at each event of an element, or of the one with an id. */
export const on = (one, type, action) => (one.addEventListener ? one : $(one)).addEventListener(type, action);

/** An element with attributes and children, which are elements or text. */
export function h(name, attributes = {}, ...children) {
	const element = name === 'svg' || name === 'path'
		? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
	element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
	return element;
}

/** The same by its class. */
export const [div, span, p] = ['div', 'span', 'p'].map((name) => (kind, ...children) => h(name, { class: kind }, ...children));

export function button(label, press, attributes = {}) {
	const element = h('button', { type: 'button', ...attributes }, label);
	on(element, 'click', press);
	return element;
}

/** Sets text where it is another: screen readers hear of changes alone. */
export function setText(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

const front = () => document.querySelector('dialog[open]') ?? document.body;
let quiet;

/** Says what came of something; a problem stays until it is closed. */
export function say(text, isProblem = false) {
	clearTimeout(quiet);
	const said = $('said');
	// What lies behind a dialog is neither seen nor heard.
	front().append(said);
	said.classList.toggle('problem', isProblem);
	said.hidden = false;
	said.firstChild.textContent = text;
	if (!isProblem) quiet = setTimeout(hush, 4000);
}

export const complain = (error) => say(error.message, true);

export function hush() {
	$('said').hidden = true;
	$('said').firstChild.textContent = '';
}

/** Copies text; a page that was opened by http from another machine has no clipboard of its own. */
export async function copy(text, what) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		const [area, focused] = [h('textarea'), document.activeElement];
		area.value = text;
		front().append(area);
		area.select();
		document.execCommand('copy');
		area.remove();
		focused.focus();
	}
	say(`${what} copied.`);
}

export function milliseconds(value) {
	if (value >= 10000) return `${(value / 1000).toFixed(1)} s`;
	return `${Number(value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0))} ms`;
}

export const bytes = (count) => (count < 1024 ? `${count} B` : `${(count / 1024).toFixed(1)} KiB`);
export const counted = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
export const clock = (iso) => new Date(iso).toTimeString().slice(0, 8) + iso.slice(19, 23);
