// The routes, by group, each with its variants as a row of buttons.
import { $, button, counted, div, h, on, p, setText, span } from './dom.js';
import { outcome } from './journal.js';
import { draws, sessionName, state, touch } from './state.js';
import { inSight } from './variants.js';
import { flip, takeBack } from './world.js';

const rows = new Map();
let drawn = '';
/** When leases by time end, by the object that told of them. */
const ends = new WeakMap();

export function begin() {
	on('search', 'input', () => touch('routes'));
	draws('routes', draw);
	setInterval(() => { if (state.routes.some((one) => one.lease?.seconds)) touch('routes'); }, 1000);
}

export function clearSearch() {
	$('search').value = '';
	$('search').focus();
	touch('routes');
}

function draw() {
	const key = state.routes.map((one) => one.id).join();
	if (key !== drawn) rebuild(key);
	const search = $('search').value.trim().toLowerCase();
	let count = 0;
	for (const one of state.routes) {
		const row = rows.get(one.id);
		row.element.hidden = !`${one.id} ${one.method} ${one.path} ${one.active}`.toLowerCase().includes(search);
		if (row.element.hidden) continue;
		count += 1;
		update(row, one);
	}
	for (const group of $('route-list').children) group.hidden = !group.querySelector('li:not([hidden])');
	$('no-routes').hidden = count > 0 || state.connection === 'connecting';
	if ($('no-routes').hidden) return;
	$('no-routes').replaceChildren(...state.routes.length === 0
		? [h('h3', {}, 'No routes'), h('p', {}, 'This daemon has none.')]
		: [h('h3', {}, 'Nothing found'), h('p', {}, 'No route has this in its id or path.'), button('Clear the search', clearSearch)]);
}

function rebuild(key) {
	drawn = key;
	rows.clear();
	const groups = new Map();
	for (const one of state.routes) {
		if (!groups.has(one.group)) groups.set(one.group, h('ul', {}));
		rows.set(one.id, makeRow(one));
		groups.get(one.group).append(rows.get(one.id).element);
	}
	$('route-list').replaceChildren(...[...groups].map(([name, list]) => h('section', { class: 'group', 'aria-label': `Group ${name}` }, h('h3', {}, name), list)));
}

function makeRow(one) {
	const row = { last: span('last'), hits: span('hits'), who: span('') };
	row.bar = h('div', { class: 'chips', role: 'toolbar', 'aria-label': `Variants of ${one.id}` });
	row.back = button('Take back', () => {
		takeBack(one.id);
		row.bar.querySelector('[tabindex="0"]').focus();
	}, { class: 'plain', 'aria-label': `Take back the choice for ${one.id}` });
	row.whoLine = p('who', row.who, row.back);
	row.element = h('li', { class: 'route', 'data-id': one.id },
		div('line', span('method', one.method === '*' ? 'ANY' : one.method), span('path', one.path), span('id', one.id), row.last, row.hits),
		row.bar, row.whoLine);
	return row;
}

/** Draws a row, where something of it has changed. */
function update(row, one) {
	const last = state.last.get(one.id);
	const { word, kind } = last ? outcome(last) : { word: '', kind: '' };
	const where = state.session ? ` in session ${sessionName(state.session)}` : '';
	const who = (words[one.source] ?? `Scenario ${state.chosen.scenario}`) + where + leaseText(one.lease);
	const key = [one.active, one.hits, word, who, row.isOpen].join();
	if (key === row.key) return;
	row.key = key;
	setText(row.hits, one.hits ? counted(one.hits, 'hit') : '');
	setText(row.last, word);
	row.last.className = `last ${kind}`;
	row.whoLine.hidden = one.source === 'default';
	row.back.hidden = one.source !== 'route';
	setText(row.who, who);
	drawVariants(row, one);
}

const words = { default: '', route: 'Chosen for this route', group: 'Chosen for its group', all: 'Chosen for all routes' };

function leaseText(lease) {
	if (!lease) return '';
	if (lease.requests) return lease.requests === 1 ? ', for one more request' : `, for ${lease.requests} more requests`;
	if (lease.untilRoute) return `, until ${lease.untilRoute} is called`;
	if (!ends.has(lease)) ends.set(lease, Date.now() + lease.seconds * 1000);
	return `, for ${Math.max(0, Math.ceil((ends.get(lease) - Date.now()) / 1000))} s more`;
}

function drawVariants(row, one) {
	const { names, rest } = inSight(one, row.isOpen, one.active);
	const isGiven = !names.includes(one.active);
	const key = `${names} ${rest} ${isGiven && one.active}`;
	if (row.names !== key) {
		row.names = key;
		const focused = row.bar.contains(document.activeElement) && document.activeElement.dataset.variant;
		row.bar.replaceChildren(...names.map((name) => button(name, () => flip(one.id, name),
			{ 'data-variant': name, title: one.variants.find((other) => other.name === name).summary })));
		if (isGiven) row.bar.append(button(one.active, () => {}, { 'data-variant': one.active, 'aria-disabled': 'true', title: 'An outcome that was given on the spot' }));
		if (rest || row.isOpen) {
			row.bar.append(button(row.isOpen ? 'Fewer' : `+${rest}`, () => {
				row.isOpen = !row.isOpen;
				touch('routes');
			}, { class: 'more', 'data-variant': '+', 'aria-expanded': Boolean(row.isOpen), 'aria-label': row.isOpen ? 'Fewer variants' : `${rest} more variants` }));
		}
		if (focused) [...row.bar.children].find((other) => other.dataset.variant === focused)?.focus();
	}
	for (const child of row.bar.children) {
		const isActive = child.dataset.variant === one.active;
		// One stop of the Tab key for each route; arrows go on from there.
		child.tabIndex = isActive ? 0 : -1;
		if (child.className !== 'more') child.ariaPressed = isActive;
	}
}
