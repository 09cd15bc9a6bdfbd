// The base and the sessions: which one the page is about, a new one, and how an app gets there.
import { callDaemon } from './api.js';
import { $, button, complain, copy, counted, div, h, on, p, say, setText, span } from './dom.js';
import { qr } from './qr.js';
import { draws, isOwnDoor, ownURLs, prefix, sessionName, state } from './state.js';
import { loadSessions, watch } from './world.js';

let timer;
let drawn;

export function begin() {
	on('world', 'click', show);
	on('worlds', 'close', () => clearInterval(timer));
	on('session-form', 'submit', (event) => {
		event.preventDefault();
		make($('session-name').value.trim()).catch(complain);
	});
	draws('world', draw);
}

export function show() {
	drawn = '';
	$('worlds').showModal();
	const load = () => loadSessions().catch(() => {});
	timer = setInterval(load, 2000);
	load();
	draw();
}

const title = () => (isOwnDoor() ? 'This session' : state.session ? sessionName(state.session) : 'Base');

function draw() {
	setText($('world-name'), title());
	$('world').ariaLabel = `World: ${title()}`;
	$('scope').hidden = $('session-part').hidden = state.isBound;
	const sessions = state.sessions.slice(-100).map(({ expiresAt, ...one }) => one);
	const key = JSON.stringify([title(), state.session, state.daemon?.url, sessions]);
	if (!$('worlds').open || key === drawn) return;
	drawn = key;
	drawAddress();
	const focused = document.activeElement.id;
	$('session-list').replaceChildren(row(null, 'Base', 'what requests meet that name no session'), ...sessions.map((one) => row(one.id, one.name ?? one.id,
		[counted(one.requests, 'request'), one.held && `${one.held} held`, one.scenario, one.tls?.profile && `TLS ${one.tls.profile}`, one.offline && 'offline'].filter(Boolean).join(', '))));
	if (focused) $(focused)?.focus();
}

const row = (id, name, note) => h('li', {}, div('', h('strong', {}, name), p('faint', note)),
	id === state.session ? span('pill', 'shown') : button('Show', () => look(id), { 'aria-label': `Show ${name}`, id: `show-${id}` }),
	id && button('End', () => end(id, name).catch(complain), { class: 'plain', 'aria-label': `End session ${name}`, id: `end-${id}` }));

function look(id) {
	$('scope').value = '';
	watch(id);
}

async function make(name) {
	const session = await callDaemon('POST', 'sessions', name ? { name } : {});
	$('session-name').value = '';
	state.sessions.push(session);
	say(`Session ${name || session.id} has begun.`);
	look(session.id);
}

async function end(id, name) {
	await callDaemon('DELETE', `sessions/${id}`);
	say(`Session ${name} has ended.`);
	if (state.session === id) look(null);
	await loadSessions();
}

function drawAddress() {
	if (!state.daemon) return;
	const [own, phone] = [ownURLs(), phoneURLs()];
	const key = [title(), own, phone].join();
	// It stays as it is while somebody reads it.
	if ($('address').dataset.key === key) return;
	$('address').dataset.key = key;
	setText($('address-title'), state.session ? `Session ${title()}` : isOwnDoor() ? title() : 'The base');
	$('address').replaceChildren(...own.flatMap((url, place) => address('Base URL for an app on this machine', url, place)),
		...phone.flatMap((url, place) => [...address('On a phone', url, place), code(url)]));
	if (phone[0]) $('address').append(h('details', {}, h('summary', {}, 'This page on a phone'), ...panel(phone[0])));
	else if (!isOwnDoor()) {
		$('address').append(p('remark', 'No phone reaches this daemon: it listens on this machine alone. Start it with ', h('code', {}, 'understudy serve --lan'), '.'));
	}
}

/** The base URLs for phones, by this page's host where that is no loopback. */
function phoneURLs() {
	const isHere = /^(localhost|127\.|\[::1)|\.localhost$/.test(location.hostname);
	// Of a session's port the page's address alone tells.
	if (isOwnDoor()) return isHere ? [] : [location.origin];
	return [...new Set([state.daemon.lanURL, state.daemon.lanTLSURL])].filter(Boolean).map((lan) => {
		const url = new URL(lan);
		if (!isHere) url.hostname = location.hostname;
		return url.origin + prefix(state.session);
	});
}

function address(name, url, isSecond) {
	const label = name + (isSecond ? ', with TLS' : '');
	return [p('faint', label), div('copyable', h('code', {}, url), button('Copy', () => copy(url, 'The address'), { 'aria-label': `Copy: ${label}` }))];
}

/** This page's address for phones: the admin API may have a port of its own. */
function panel(base) {
	const url = new URL(`${base}/__admin/`);
	url.protocol = location.protocol;
	url.port = location.port;
	return [h('code', {}, url.href), code(url.href)];
}

/** A code for the camera. */
function code(text) {
	const modules = qr(text) ?? [];
	const size = modules.length + 8;
	return h('svg', { class: 'code', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': `A code of ${text}`, 'shape-rendering': 'crispEdges' },
		h('path', { d: modules.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('') }));
}
