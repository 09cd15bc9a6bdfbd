// The keyboard: single keys from anywhere, arrows within a list.
import { $, on } from './dom.js';
import * as detail from './detail.js';
import { clearSearch } from './routes.js';
import { reset, takeBack, undo } from './world.js';
import { show as showWorlds } from './worlds.js';

const off = 'understudy-no-keys';

export function begin(view) {
	const single = {
		'/': () => { view('routes'); $('search').focus(); },
		r: reset, u: undo, s: showWorlds,
		t: () => { view('traffic'); detail.close(); },
		h: () => { view('held'); $('held-list').querySelector('button')?.focus(); },
		'?': () => $('keys').showModal(),
	};
	on(document, 'keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
		if (event.key === 'Escape') {
			if (event.target === $('search')) clearSearch();
			else if (detail.isOpen()) detail.close();
		}
		// Speech input types single letters (WCAG 2.1.4): they can be turned off.
		if (localStorage[off] || !single[event.key] || event.target.closest('input, select, textarea')) return;
		event.preventDefault();
		single[event.key]();
	});
	on('search', 'keydown', (event) => {
		if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
		event.preventDefault();
		stops()[0]?.focus();
	});
	on('route-list', 'keydown', inRoutes);
	on('show-keys', 'click', single['?']);
	$('use-keys').checked = !localStorage[off];
	on('use-keys', 'change', () => ($('use-keys').checked ? localStorage.removeItem(off) : localStorage.setItem(off, 1)));
	for (const one of document.querySelectorAll('.close')) on(one, 'click', () => one.closest('dialog').close());
}

/** The button of each route in sight at which the Tab key stops. */
const stops = () => [...$('route-list').querySelectorAll('.route:not([hidden]) .chips [tabindex="0"]')];

function inRoutes(event) {
	const here = event.target.closest('.chips > *');
	if (!here) return;
	const row = here.closest('.route');
	const rows = stops();
	const line = rows.findIndex((stop) => row.contains(stop));
	const next = {
		ArrowRight: here.nextSibling, ArrowLeft: here.previousSibling, Home: here.parentNode.firstChild, End: here.parentNode.lastChild,
		ArrowDown: rows[line + 1], ArrowUp: rows[line - 1] ?? $('search'),
	};
	if (event.key in next) next[event.key]?.focus();
	else if (event.key === 'Backspace' || event.key === 'Delete') takeBack(row.dataset.id);
	else return;
	event.preventDefault();
}
